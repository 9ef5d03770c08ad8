import Foundation
import ModelgenDiagnostics
import ModelgenParsing

/// The line of `modelgen.yaml` that declares the lock.
///
/// A project with a release must notice that its lock is missing, while a new project has no lock. Therefore, the first
/// release adds the line.
package struct LockDeclaration {
    /// The path of the lock.
    let lock: String
    /// The configuration of the project; nil if it has none yet.
    let configuration: String?

    package init(lock: String, configuration: String?) {
        self.lock = lock
        self.configuration = configuration
    }

    /// Adds the line, and creates the file if there is none.
    ///
    /// - Returns: The message for the user; nil if the lock is not next to the configuration, because it then belongs
    ///   to a part of the project, while the configuration belongs to all of it.
    package func write() throws -> String? {
        let folder = lock.folderPath
        let name = (lock as NSString).lastPathComponent
        let path = configuration ?? (folder.isEmpty ? "modelgen.yaml" : folder + "/modelgen.yaml")
        guard path.folderPath == folder else { return nil }
        let file = try SourceFile(readingIfPresent: path)
        let old = file?.text ?? ""
        let end = old.contains("\r\n") ? "\r\n" : "\n"
        let text = old + (old.isEmpty || old.utf8.last == UInt8(ascii: "\n") ? "" : end) + "lock: \(name)" + end
        // In a file that is written differently, for example in braces, the line would mean something else.
        let (read, diagnostics) = parseConfiguration(SourceFile(path: path, bytes: Array(text.utf8)))
        guard !diagnostics.containsErrors, read.lock?.text == name else {
            return "add `lock: \(name)` to \(path), so that a missing lock is detected"
        }
        try FileReplacement(of: .person, [FileReplacement.File(path, text, over: .read(file))]).run()
        return "\(path) now declares the lock, so that a missing one is detected"
    }
}
