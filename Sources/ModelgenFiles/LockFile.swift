import Foundation
import ModelgenDiagnostics

/// The file that records what was released.
package struct LockFile {
    /// How the path was found.
    package enum Choice {
        /// The user named the lock, so it must exist.
        case named
        /// If there is no lock, nothing has been released yet.
        case usual
        /// The configuration declares the lock. If it is missing, nothing shows what was released.
        case declared(SourceRange?)
    }

    package let path: String
    package let choice: Choice

    struct Target {
        var name: String
        var folder: String
    }

    /// The target of the models, if other targets look for their locks at the same place: in the package's folder.
    package var target: String? { owner?.name }
    private let owner: Target?

    package init(path: String, choice: Choice) { self.init(path: path, choice: choice, target: nil) }

    init(path: String, choice: Choice, target: Target?) {
        self.path = path
        self.choice = choice
        owner = target
    }

    /// The path of a lock next to the configuration, or in the current folder if none is named.
    static func usualPath(beside configuration: String?) -> String {
        let folder = configuration.map { $0.folderPath } ?? ""
        return folder.isEmpty ? "modelgen.lock" : folder + "/modelgen.lock"
    }

    /// The contents; nil if nothing has been released yet. The lock of another target is an error.
    package func read() throws -> SourceFile? {
        let file = try readForCode()
        if file == nil, let other = try SourceFile(readingIfPresent: path).flatMap(otherTarget), let target {
            throw CommandFailure.input(
                "\(path): is the lock of the target \(other); give \(target) its own: run `modelgen release` with `--lock` "
                    + "and the path of modelgen.lock in the folder of \(target)")
        }
        return file
    }

    /// The contents; nil if nothing has been released yet, or only another target.
    package func readForCode() throws -> SourceFile? {
        if let file = try SourceFile(readingIfPresent: path) { return otherTarget(of: file) == nil ? file : nil }
        switch choice {
        case .usual: return nil
        case .named:
            throw CommandFailure.input("\(path): no such lock; write it with `modelgen release --lock \(path)`")
        case .declared(let place): throw missing(at: place, "restore it from version control")
        }
    }

    /// The contents before a release writes the file again. The first release creates the file, unless the
    /// configuration declares it: then there has been a release.
    package func readForRelease() throws -> SourceFile? {
        guard FileManager.default.mayHaveEntry(atPath: path) else {
            guard case .declared(let place) = choice else { return nil }
            throw missing(
                at: place, "restore it from version control, or pass `--lock \(path)` before the first release")
        }
        return try read()
    }

    /// The target that the lock names, if it is another one than that of these models. If that target no longer has a
    /// folder next to theirs, it was renamed or the models moved, and the lock is about them.
    private func otherTarget(of lock: SourceFile) -> String? {
        guard let owner, let line = lock.text.split(whereSeparator: \.isNewline).dropFirst().first,
            line.hasPrefix("target "), line != "target \(owner.name)"
        else { return nil }
        let other = String(line.dropFirst("target ".count))
        let folder = URL(filePath: owner.folder).standardized.deletingLastPathComponent().appending(path: other).path
        return FileManager.default.mayHaveEntry(atPath: folder) ? other : nil
    }

    private func missing(at place: SourceRange?, _ suggestion: String) -> RefusedInput {
        RefusedInput(diagnostics: [
            Diagnostic(
                rule: "missing-lock", "the lock `\(path)` is missing, so nothing records what was released",
                suggestion: suggestion, at: place)
        ])
    }

    /// Replaces the contents that were read, or creates the file if there was none.
    package func write(_ text: String, over old: SourceFile?) throws {
        try FileReplacement(of: .person, [FileReplacement.File(path, text, over: .read(old))]).run()
    }
}
