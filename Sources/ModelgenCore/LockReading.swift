import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning

/// The contents of a lock; or what is wrong with it, and in which line.
func readLock(_ file: SourceFile?) -> (lock: Lock?, diagnostics: [Diagnostic]) {
    guard let file else { return (nil, []) }
    do throws(LockProblem) {
        return (try Lock(parsing: file.text), [])
    } catch {
        return (nil, [Diagnostic(rule: "unreadable-lock", error.message, at: file.line(error.line))])
    }
}

extension SourceFile {
    /// The range of a line, counted from 1 as in the lock. Lines end with a line feed.
    fileprivate func line(_ number: Int) -> SourceRange {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1) else { return range(bytes.count, bytes.count) }
        return range(lines[number - 1].startIndex, lines[number - 1].endIndex)
    }
}
