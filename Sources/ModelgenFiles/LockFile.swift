import Foundation
import ModelgenDiagnostics

/// The file that says what was released.
package struct LockFile {
    /// How the path was found.
    package enum Choice {
        /// A lock that the user names must be there.
        case named
        /// Without a lock, nothing was released yet.
        case usual
        /// The configuration says at that place that there is one: if it is gone, nothing proves what was released.
        case declared(SourceRange)
    }

    package let path: String
    package let choice: Choice

    package init(path: String, choice: Choice) {
        self.path = path
        self.choice = choice
    }

    /// The one beside a configuration; beside that of the current folder where none is named.
    package static func usual(beside configuration: String?) -> LockFile {
        let folder = configuration.map { ($0 as NSString).deletingLastPathComponent } ?? ""
        return LockFile(path: folder.isEmpty ? "modelgen.lock" : folder + "/modelgen.lock", choice: .usual)
    }

    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// What it holds; nil where nothing was released yet.
    package func read() throws -> SourceFile? {
        guard exists else {
            switch choice {
            case .usual: return nil
            case .named: throw CommandFailure.input("\(path): no such lock; write it with `modelgen release`")
            case .declared(let place):
                throw RefusedInput(diagnostics: [
                    Diagnostic(
                        rule: "missing-lock", "there is no lock `\(path)`, so nothing proves what was released",
                        suggestion: "restore it from version control", at: place)
                ])
            }
        }
        return try contents()
    }

    /// What it holds, before it is written anew: a first release makes it.
    package func readForRelease() throws -> SourceFile? { exists ? try contents() : nil }

    private func contents() throws -> SourceFile {
        do {
            return SourceFile(path: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
        } catch {
            throw CommandFailure.input("\(path): cannot be read; \(error.reason)")
        }
    }

    /// Replaces it in one step: a reader sees the old text or the new, never a part.
    package func write(_ text: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure.input("\(path): cannot be written; \(error.reason)")
        }
    }
}
