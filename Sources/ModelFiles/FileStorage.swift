import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Stores each value in a separate file: `directory/_post/12.json`.
///
/// A file is written under a temporary name, flushed to disk, and then renamed (rename(2) is atomic). So after a crash
/// of the process or the machine, the file contains either the old value or the new one. Temporary files that a crash
/// left behind are removed when a storage is created, if they are at least an hour old. Keys are encoded so that no key
/// can refer to a file outside the directory. A key or a kind that is too long for a file name is split into several
/// folders.
public struct FileStorage: StorageBackend {
    /// The maximum length of a key in UTF-8 bytes. It is less if the path of the file would be too long for the system.
    public static let keyLimit = 1024
    /// Below the 255 bytes that file systems allow for a name.
    private static let nameLimit = 200
    private static let fileEnd = ".json"
    /// The suffix of the folders for a long key. No encoded name ends with it.
    private static let folderEnd = "+"

    /// The age in seconds from which a temporary file is considered abandoned.
    private static let patience: Double = 3600

    private let directory: URL
    /// The folder for temporary files. No kind of values has this name.
    private let parts: URL

    /// Creates a storage in a directory, which is created when the first value is written.
    public init(directory: URL) {
        self.directory = directory
        parts = directory.appendingPathComponent(".parts", isDirectory: true)
        removeLeftovers()
    }

    private func removeLeftovers() {
        let files = try? FileManager.default.contentsOfDirectory(at: parts, includingPropertiesForKeys: nil)
        for file in files ?? [] {
            let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
            guard let date = values?.contentModificationDate, -date.timeIntervalSinceNow > Self.patience else {
                continue
            }
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// Returns the bytes of an entry, or nil if there is none.
    public func read(_ entry: StorageEntry) throws(StorageError) -> Data? {
        let file = try place(of: entry)
        return try inPlace(entry) {
            do {
                return try Data(contentsOf: file)
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
                return nil
            }
        }
    }

    /// Writes a temporary file, and renames it to the entry's.
    public func write(_ data: Data, to entry: StorageEntry) throws(StorageError) {
        let file = try place(of: entry)
        let folder = file.deletingLastPathComponent()
        let part = parts.appendingPathComponent(UUID().uuidString, isDirectory: false)
        try inPlace(entry) {
            for folder in [folder, parts] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            do {
                try data.write(to: part)
                let handle = try FileHandle(forWritingTo: part)
                try handle.synchronize()
                try handle.close()
                guard rename(part.path, file.path) == 0 else { throw Self.lastError }
            } catch {
                try? FileManager.default.removeItem(at: part)
                throw error
            }
        }
    }

    /// Removes an entry's file.
    public func remove(_ entry: StorageEntry) throws(StorageError) {
        let file = try place(of: entry)
        guard unlink(file.path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
        throw StorageError(.place(Self.lastError), entry)
    }

    /// Returns the keys of a kind, from the names of its files. Other files are ignored.
    public func keys(of kind: String) throws(StorageError) -> [String] {
        let folder = folder(of: kind)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try inPlace(nil) {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap(Self.key)
        }
    }

    /// Runs a closure while excluding other processes, by a lock on a file in the directory (flock(2)). It may be
    /// called again inside the closure.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try StorageLock.process.withLock {
            try inPlace(nil) {
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            }
            // A second descriptor of this thread would wait for the first, because flock(2) locks open files, not
            // processes.
            let place = directory.resolvingSymlinksInPath().path
            guard StorageLock.places.insert(place).inserted else { return try body() }
            defer { StorageLock.places.remove(place) }
            let file = directory.appendingPathComponent(".lock", isDirectory: false)
            let descriptor = try inPlace(nil) {
                let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
                guard descriptor >= 0 else { throw Self.lastError }
                return descriptor
            }
            defer { _ = close(descriptor) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else { throw StorageError(.place(Self.lastError), nil) }
            }
            return try body()
        }
    }

    /// Runs a closure, and reports its errors as ``StorageError/Kind/place(_:)``.
    private func inPlace<Result>(_ entry: StorageEntry?, _ body: () throws -> Result) throws(StorageError) -> Result {
        do {
            return try body()
        } catch {
            throw StorageError(.place(error), entry)
        }
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    private func folder(of kind: String) -> URL {
        let name = StorageName.encoded(kind)
        // In UTF-8, the name of a type in another script is three times as long, and as a file name three times as long
        // again.
        let isLong = name.utf8.count > 255
        let (folder, rest) = isLong ? Self.split(name, in: directory) : (folder: directory, rest: name[...])
        return folder.appendingPathComponent(String(rest), isDirectory: true)
    }

    /// Splits a name that is too long into folders and the rest.
    private static func split(_ name: String, in folder: URL) -> (folder: URL, rest: Substring) {
        var (folder, rest) = (folder, name[...])
        while rest.utf8.count > nameLimit {
            folder.appendPathComponent(rest.prefix(nameLimit) + folderEnd, isDirectory: true)
            rest = rest.dropFirst(nameLimit)
        }
        return (folder, rest)
    }

    private func place(of entry: StorageEntry) throws(StorageError) -> URL {
        guard entry.key.utf8.count <= Self.keyLimit else {
            throw StorageError(.keyTooLong(limit: Self.keyLimit), entry)
        }
        let kind = folder(of: entry.kind)
        let (folder, name) = Self.split(StorageName.encoded(entry.key), in: kind)
        let file = folder.appendingPathComponent(name + Self.fileEnd, isDirectory: false)
        // File names are up to three times as long as keys, and the folders of long ones add a hundredth.
        guard file.path.utf8.count < Int(PATH_MAX) else {
            let left = Int(PATH_MAX) - kind.path.utf8.count - "/.json".utf8.count - 1
            throw StorageError(.keyTooLong(limit: max(0, left - left / 100 - 2) / 3), entry)
        }
        return file
    }

    private static func key(of path: String) -> String? {
        guard path.hasSuffix(fileEnd) else { return nil }
        return StorageName.decoded(
            path.dropLast(fileEnd.count).split(separator: "/", omittingEmptySubsequences: false)
                .map { $0.hasSuffix(folderEnd) ? $0.dropLast(folderEnd.count) : $0 }
                .joined()
        )
    }
}
