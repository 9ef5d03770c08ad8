import Foundation

/// Files that are replaced together: whoever reads one sees its old contents or the new ones, never a part.
///
/// All are written under other names before the first is renamed
/// (https://pubs.opengroup.org/onlinepubs/9799919799/functions/rename.html) or deleted, so that a full disk changes none.
package struct FileReplacement {
    /// Who writes the files.
    package enum Author {
        /// The generator, which also replaces links: nothing is written outside of its folder. The files are not synced
        /// to the disk: one that a power failure truncates differs at the next run, and is written again.
        case generator
        /// A person, whose links stay links.
        case person
    }

    private let author: Author
    private let files: [(path: String, final: String, temporary: String, text: String?)]

    /// - Parameter files: The files in the order in which they take their places; one without a text is deleted.
    package init(of author: Author, _ files: [(path: String, text: String?)]) {
        self.author = author
        self.files = files.enumerated().map { index, file in
            let target =
                switch author {
                case .generator: file.path
                case .person: URL(filePath: file.path).resolvingSymlinksInPath().path
                }
            let folder = Self.folder(of: target)
            // Not derived from the file's name, which may be as long as the system allows.
            let temporary = "\(folder)/\(Self.prefix)\(getpid())-\(index)-\(UInt32.random(in: 0...(.max)))"
            return (file.path, target, temporary, file.text)
        }
    }

    /// Replaces or deletes the files. Those that are replaced keep their permissions.
    ///
    /// - Throws: ``CommandFailure`` for the first that cannot be written or deleted.
    package func run() throws {
        for file in files {
            if let kind = FileManager.default.otherKind(atPath: file.final) {
                let verb = file.text == nil ? "deleted" : "written"
                throw CommandFailure.input("\(file.path): cannot be \(verb); it is \(kind), not a file")
            }
        }
        for folder in Set(files.map { Self.folder(of: $0.final) }) { Self.removeLeftovers(in: folder) }
        defer { for file in files { unlink(file.temporary) } }
        try each(write)
        // Ctrl-C waits until all files are renamed, or a project would be left with some of the new files.
        var signals = sigset_t()
        var earlier = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, &earlier)
        defer { pthread_sigmask(SIG_SETMASK, &earlier, nil) }
        try each(replace)
    }

    private func each(_ step: (Int) throws -> Void) throws {
        for index in files.indices {
            do {
                try step(index)
            } catch {
                let verb = files[index].text == nil ? "deleted" : "written"
                throw CommandFailure.input("\(files[index].path): cannot be \(verb); \(error.reason)")
            }
        }
    }

    private func write(_ index: Int) throws {
        let file = files[index]
        guard let text = file.text else { return }
        let descriptor = open(file.temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var old = stat()
        if stat(file.final, &old) == 0 { fchmod(descriptor, old.st_mode & 0o7777) }
        try handle.write(contentsOf: Data(text.utf8))
        switch author {
        case .generator: break
        case .person: try handle.synchronize()
        }
        try handle.close()
    }

    private func replace(_ index: Int) throws {
        let file = files[index]
        // Another run may have deleted it in the meantime.
        let isDone =
            file.text == nil
            ? unlink(file.path) == 0 || errno == ENOENT : rename(file.temporary, file.final) == 0
        guard isDone else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Deletes what killed runs left behind: temporary files whose process is gone.
    package static func removeLeftovers(in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }

    private static let prefix = ".modelgen-"

    private static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
}
