import Foundation
import ModelgenDiagnostics

/// The file that records what was released.
package struct LockFile {
    /// How the path was found.
    package enum Choice {
        /// A lock that the user names must be there.
        case named
        /// If there is no lock, nothing has been released yet.
        case usual
        /// The configuration declares the lock at that place: if it is missing, nothing shows what was released.
        case declared(SourceRange?)
    }

    package let path: String
    package let choice: Choice

    package init(path: String, choice: Choice) {
        self.path = path
        self.choice = choice
    }

    /// The lock next to the configuration, or in the current folder if none is named.
    package static func usual(beside configuration: String?) -> LockFile {
        let folder = configuration.map { ($0 as NSString).deletingLastPathComponent } ?? ""
        return LockFile(path: folder.isEmpty ? "modelgen.lock" : folder + "/modelgen.lock", choice: .usual)
    }

    package var exists: Bool { FileManager.default.hasEntry(atPath: path) }

    /// The contents; nil if nothing has been released yet.
    package func read() throws -> SourceFile? {
        guard exists else {
            switch choice {
            case .usual: return nil
            case .named: throw CommandFailure.input("\(path): no such lock; write it with `modelgen release`")
            case .declared(let place):
                throw RefusedInput(diagnostics: [
                    Diagnostic(
                        rule: "missing-lock", "the lock `\(path)` is missing, so nothing records what was released",
                        suggestion: "restore it from version control", at: place)
                ])
            }
        }
        return try SourceFile(reading: path)
    }

    /// The contents before a release writes the file again; the first release creates it.
    package func readForRelease() throws -> SourceFile? { exists ? try SourceFile(reading: path) : nil }

    /// Replaces the file.
    package func write(_ text: String) throws {
        try FileReplacement(of: .person, [(path, text)]).run()
    }
}
