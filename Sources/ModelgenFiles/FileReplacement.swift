import Foundation
import ModelgenDiagnostics
import ModelgenSchema

/// Files that are replaced together. Another process that reads one sees its old or its new contents, never a part.
///
/// All of them are written under other names before the first one is renamed
/// (https://pubs.opengroup.org/onlinepubs/9799919799/functions/rename.html) or deleted, so that nothing changes if the
/// disk is full.
package struct FileReplacement {
    /// Who writes the files.
    package enum Author {
        /// The generator, which also replaces links, so that nothing is written outside of its folder. The files are
        /// not synced to the disk: if a power failure truncates one, it differs at the next run, and is written again.
        case generator
        /// A person, whose links are preserved.
        case person
    }

    /// What is at a path before a file takes its place.
    package enum Former {
        case anything
        case nothing
        /// The contents that the new text is based on. If they have been edited since, replacing them would lose the
        /// edit.
        case contents([UInt8])

        /// The contents that were read, or nothing if there was no file.
        package static func read(_ file: SourceFile?) -> Former { file.map { .contents($0.bytes) } ?? .nothing }
    }

    package struct File {
        package var path: String
        /// Nil if it is deleted.
        package var text: String?
        package var former: Former

        package init(_ path: String, _ text: String?, over former: Former = .anything) {
            self.path = path
            self.text = text
            self.former = former
        }
    }

    private let author: Author
    private let files: [(file: File, final: String, temporary: String)]

    /// - Parameter files: The files, in the order in which they are replaced.
    package init(of author: Author, _ files: [File]) {
        self.author = author
        self.files = files.map { file in
            let target =
                switch author {
                case .generator: file.path
                case .person: URL(filePath: file.path).resolvingSymlinksInPath().path
                }
            return (file, target, "\(Self.folder(of: target))/\(Self.temporaryName())")
        }
    }

    /// Replaces or deletes the files. Those that are replaced keep their permissions.
    ///
    /// - Throws: ``CommandFailure`` for the first that cannot be written or deleted, or that another program changed.
    package func run() throws {
        for file in files {
            if let kind = FileManager.default.otherKind(atPath: file.final) {
                throw CommandFailure.input("\(file.file.path): cannot be \(file.file.verb); it is \(kind), not a file")
            }
        }
        for folder in Set(files.map { Self.folder(of: $0.final) }) { Self.removeLeftovers(in: folder) }
        defer { for file in files { unlink(file.temporary) } }
        try each(write)
        // Ctrl-C waits until all files are renamed. Otherwise, a project could be left with only some of the new files.
        var signals = sigset_t()
        var earlier = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, &earlier)
        defer { pthread_sigmask(SIG_SETMASK, &earlier, nil) }
        for file in files { try requireFormer(of: file.file, at: file.final) }
        switch author {
        case .generator: try each(replace)
        case .person: try replaceAll()
        }
    }

    private func each(_ step: (Int) throws -> Void) throws {
        for index in files.indices {
            do {
                try step(index)
            } catch {
                let file = files[index].file
                throw CommandFailure.input("\(file.path): cannot be \(file.verb); \(error.reason)")
            }
        }
    }

    private func write(_ index: Int) throws {
        let file = files[index]
        guard let text = file.file.text else { return }
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

    /// Replaces all files, or none if one of them cannot be replaced: it may be locked.
    private func replaceAll() throws {
        var done: [(final: String, former: String, isNew: Bool)] = []
        defer { for file in done { unlink(file.former) } }
        do {
            try each { index in
                let final = files[index].final
                let former = "\(Self.folder(of: final))/\(Self.temporaryName())"
                let isNew = !FileManager.default.mayHaveEntry(atPath: final)
                done.append((final, former, isNew))
                link(final, former)
                try replace(index)
            }
        } catch {
            for file in done.dropLast().reversed() where rename(file.former, file.final) != 0 && file.isNew {
                unlink(file.final)
            }
            throw error
        }
    }

    private func requireFormer(of file: File, at path: String) throws {
        let isSame =
            switch file.former {
            case .anything: true
            case .nothing: !FileManager.default.mayHaveEntry(atPath: path)
            case .contents(let bytes): try SourceFile(readingIfPresent: path)?.bytes == bytes
            }
        guard isSame else {
            throw CommandFailure.input(
                "\(file.path): was changed by another program in the meantime, so nothing was written; run it again")
        }
    }

    private func replace(_ index: Int) throws {
        let (file, final, temporary) = files[index]
        let isDone: Bool
        switch (file.text, file.former) {
        // Another run may have deleted it in the meantime.
        case (nil, _): isDone = unlink(file.path) == 0 || errno == ENOENT
        // Unlike a rename, a link replaces nothing. Some file systems have none.
        case (_, .nothing) where link(temporary, final) == 0: isDone = true
        case (_, .nothing) where errno == EEXIST: isDone = false
        default: isDone = rename(temporary, final) == 0
        }
        guard isDone else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Deletes what killed runs left behind. A run on another machine or in a container may share the folder, and its
    /// process cannot be seen from here, so only a file's age shows that nobody is writing it any more.
    package static func removeLeftovers(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for path in names.filter(isTemporaryName).map({ "\(folder)/\($0)" }) {
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            #if canImport(Darwin)
                let seconds = status.st_mtimespec.tv_sec
            #else
                let seconds = status.st_mtim.tv_sec
            #endif
            if time(nil) - seconds > 3600 { unlink(path) }
        }
    }

    private static let prefix = ".modelgen-tmp-"

    /// Not derived from the file's name, which may be as long as the system allows.
    private static func temporaryName() -> String {
        prefix + String(UInt64.random(in: 0...(.max)), radix: 16).zeroPadded(to: 16)
    }

    /// Whether only ``temporaryName()`` gives a file this name.
    private static func isTemporaryName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 16
            && name.dropFirst(prefix.count).allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }

    private static func folder(of path: String) -> String {
        let folder = path.folderPath
        return folder.isEmpty ? "." : folder
    }
}

extension FileReplacement.File {
    fileprivate var verb: String { text == nil ? "deleted" : "written" }
}
