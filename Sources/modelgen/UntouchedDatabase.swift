import CModelSQLite
import Foundation
import ModelSchemas
import ModelgenFiles

/// A database file that is read without changing it or any file next to it, whatever its journal contains and whoever
/// writes to it.
///
/// SQLite itself reads it like any reader, with locks, unless it would have to write: to roll back the journal of a
/// process that died, or to create the `-shm` file of a write-ahead log. In these cases, a copy is read; without a log,
/// the file is read without locks.
final class UntouchedDatabase {
    let path: String
    private(set) var handle: OpaquePointer?
    /// The folder of a copy, if it is still there.
    private var copy: PrivateFolder?

    /// How long another program may take to write, in milliseconds.
    private static let patience: Int32 = 3_000

    /// Reads a file in its state at one moment.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read, or if another program does not stop writing to it.
    static func read<Result>(_ name: String, _ work: (UntouchedDatabase) throws -> Result) throws -> Result {
        // The companion files are next to the file, not next to a link to it.
        let path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
        switch PathItem(path) {
        case .nothing, .brokenLink: throw CommandFailure.input("\(name): no such file")
        case .folder: throw CommandFailure.input("\(name): this is a folder; pass the database file in it")
        case .file: break
        }
        // Reading a pipe waits until another program writes to it.
        if let kind = FileManager.default.otherKind(atPath: path) {
            throw CommandFailure.input("\(name): this is \(kind); SQLite only reads databases in files")
        }
        if let database = UntouchedDatabase(name, lockedAt: path) { return try work(database) }
        let deadline = ContinuousClock.now + .milliseconds(Int(patience))
        repeat {
            let before = FileStates(path)
            let outcome = Swift.Result { try work(UntouchedDatabase(name, unlockedAt: path)) }
            if before.isSettled, before == FileStates(path) { return try outcome.get() }
            usleep(20_000)
        } while ContinuousClock.now < deadline
        throw CommandFailure.input("\(name): another program is writing to it; close that program, and run this again")
    }

    /// Nil if SQLite cannot read the file without writing.
    private init?(_ name: String, lockedAt path: String) {
        self.path = name
        var options = "?mode=ro"
        if Self.isWriteAhead(path) {
            // SQLite would create missing ones. https://www.sqlite.org/src/info/readonly_shm
            guard ["-wal", "-shm"].allSatisfy({ FileManager.default.hasEntry(atPath: path + $0) }) else { return nil }
            options += "&readonly_shm=1"
        }
        let code = open(URL(fileURLWithPath: path).absoluteString + options, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        switch code & 0xFF {
        case SQLITE_READONLY, SQLITE_CANTOPEN: return nil
        // The first use reports it.
        default: break
        }
    }

    private init(_ name: String, unlockedAt path: String) throws {
        self.path = name
        if Self.inheritance.contains(where: { Self.size(path + $0) > 0 }) {
            let folder = try PrivateFolder()
            // With the file open, SQLite does not look for it again: nobody else reads it, nor is it left behind. Apple's
            // watches its files, and no longer reads one that is removed.
            #if canImport(Darwin)
                copy = folder
            #else
                defer { folder.remove() }
            #endif
            let target = "\(folder.path)/copy.sqlite"
            do {
                for suffix in [""] + Self.inheritance where FileManager.default.fileExists(atPath: path + suffix) {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: target + suffix)
                    chmod(target + suffix, 0o600)
                }
            } catch {
                throw CommandFailure.input("\(name): cannot be copied to read it untouched; \(error.reason)")
            }
            // Exclusively, SQLite needs no `-shm` file.
            _ = open(target, SQLITE_OPEN_READWRITE, "PRAGMA locking_mode = EXCLUSIVE")
        } else {
            // Without a log, the file is complete. https://www.sqlite.org/uri.html#uriimmutable
            let immutable = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
            _ = open(immutable, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        }
    }

    /// Opens a file and begins to read it, in one transaction from here on.
    private func open(_ name: String, _ flags: Int32, _ settings: String = "") -> Int32 {
        // Its schema may call any function: this connection has only those of SQLite, and extensions are disabled. Without
        // trust, some releases reject tables that use SQLite's JSON functions.
        let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK else { return code }
        sqlite3_busy_timeout(handle, Self.patience)
        return sqlite3_exec(handle, "\(settings); BEGIN; SELECT count(*) FROM sqlite_schema", nil, nil, nil)
    }

    deinit {
        sqlite3_close_v2(handle)
        copy?.remove()
    }

    private static let inheritance = ["-wal", "-journal"]

    private static func size(_ path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
    }

    /// Byte 18 of the header: https://www.sqlite.org/fileformat2.html#file_format_version_numbers
    private static func isWriteAhead(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let header = (try? file.read(upToCount: 20)) ?? Data()
        return header.count == 20 && header[18] == 2
    }

    /// The state of a database and its journals, which shows whether they were written to.
    private struct FileStates: Equatable {
        private var states: [[Int64]] = []

        init(_ path: String) {
            for suffix in [""] + inheritance {
                var status = stat()
                guard stat(path + suffix, &status) == 0 else {
                    states.append([])
                    continue
                }
                #if canImport(Darwin)
                    let time = status.st_mtimespec
                #else
                    let time = status.st_mtim
                #endif
                states.append([
                    Int64(status.st_ino), Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec),
                ])
            }
        }

        /// Whether another write would change the time, because file systems' clocks are coarse.
        var isSettled: Bool {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            let present = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
            return states.allSatisfy { $0.isEmpty || abs($0[2] * 1_000_000_000 + $0[3] - present) > 20_000_000 }
        }
    }

    /// The differences of its schema's meaning.
    func differences(from expected: SchemaFacts) throws -> [SchemaDifference] {
        guard let handle else { throw failure }
        do {
            return try SchemaFacts(handle).differences(from: expected, in: handle)
        } catch {
            throw CommandFailure.input("\(path): cannot be read as a SQLite database; \(error.message)")
        }
    }

    /// A number from the header.
    func number(_ pragma: String) throws -> Int {
        guard let rows = try? handle?.texts("PRAGMA \(pragma)"), let number = rows.first.flatMap({ Int($0[0]) }) else {
            throw failure
        }
        return number
    }

    var failure: CommandFailure {
        let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "SQLite cannot open it"
        guard sqlite3_errcode(handle) & 0xFF != SQLITE_BUSY else {
            return CommandFailure.input(
                "\(path): another program is writing to it; close that program, and run this again")
        }
        return CommandFailure.input("\(path): cannot be read as a SQLite database; \(message)")
    }
}

/// A folder for temporary files that only this user can read.
private struct PrivateFolder {
    let path: String

    init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/modelgen-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure.input(
                "no temporary folder can be created; \(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO).reason)")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
