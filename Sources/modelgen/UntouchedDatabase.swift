import CModelSQLite
import Foundation
import ModelSchemas
import ModelgenFiles

/// A database file that is read without changing it or any file next to it, whatever its journal contains.
///
/// SQLite may write even when it only reads: it rolls back what a dead process left in a journal, and creates a `-shm`
/// file for a write-ahead log. In such cases a copy is read instead.
final class UntouchedDatabase {
    let path: String
    private(set) var handle: OpaquePointer?
    private var copy: URL?

    init(_ name: String) throws {
        path = name
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
        let target: (name: String, flags: Int32)
        if Self.inheritance.contains(where: { Self.size(path + $0) > 0 }) {
            target = (try copied(path).path, SQLITE_OPEN_READWRITE)
        } else {
            let url = URL(fileURLWithPath: path).absoluteString
            // Without a log, the file is complete. https://www.sqlite.org/uri.html#uriimmutable
            let immutable = Self.isWriteAhead(path) ? "?immutable=1" : "?mode=ro"
            target = (url + immutable, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        }
        guard sqlite3_open_v2(target.name, &handle, target.flags | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
            throw failure
        }
        // Its schema may call any function: this connection has only those of SQLite, and extensions are disabled. Without
        // trust, some releases reject tables that use SQLite's JSON functions.
    }

    deinit {
        sqlite3_close_v2(handle)
        if let copy { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
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

    private func copied(_ path: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
        let target = folder.appending(path: "copy.sqlite")
        copy = target
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for suffix in [""] + Self.inheritance where FileManager.default.fileExists(atPath: path + suffix) {
                try Data(contentsOf: URL(fileURLWithPath: path + suffix), options: .alwaysMapped)
                    .write(to: URL(fileURLWithPath: target.path + suffix))
            }
        } catch {
            throw CommandFailure.input("\(path): cannot be copied to read it untouched; \(error.localizedDescription)")
        }
        return target
    }

    /// Where its schema differs in meaning.
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
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, "PRAGMA \(pragma)", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { throw failure }
        return Int(sqlite3_column_int64(statement, 0))
    }

    var failure: CommandFailure {
        let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "SQLite cannot open it"
        return CommandFailure.input("\(path): cannot be read as a SQLite database; \(message)")
    }
}
