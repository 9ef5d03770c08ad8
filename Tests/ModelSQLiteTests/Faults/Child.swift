import Foundation
import ModelSQLite

/// The process that is killed; see Tests/Faults.
struct Child {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    /// How many are killed in each test: forty, or `FAULTS`, as in `make faults`.
    static let kills = ProcessInfo.processInfo.environment["FAULTS"].flatMap { Int($0) } ?? 40

    struct NotBuilt: Error {}

    /// The products are next to the tests' own executable.
    private static var executable: URL {
        get throws {
            let folders = [
                Bundle.main.executableURL?.deletingLastPathComponent(),
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent(),
                CommandLine.arguments.first.map { URL(fileURLWithPath: $0).deletingLastPathComponent() },
            ]
            for folder in folders.compactMap({ $0 }) {
                let file = folder.appendingPathComponent("FaultsChild")
                if FileManager.default.isExecutableFile(atPath: file.path) { return file }
            }
            throw NotBuilt()
        }
    }

    /// - Parameters:
    ///   - work: What the process does.
    ///   - database: The path of its file.
    init(_ work: String, _ database: String, _ arguments: String...) throws {
        process.executableURL = try Self.executable
        process.arguments = [work, database] + arguments
        // SQLite deletes a temporary file right after creating it. A process that is killed in between leaves the file
        // behind, so it is next to the database, in the folder that is removed with the test.
        var environment = ProcessInfo.processInfo.environment
        environment["SQLITE_TMPDIR"] = URL(fileURLWithPath: database).deletingLastPathComponent().path
        process.environment = environment
        process.standardOutput = output
        process.standardInput = input
        try process.run()
    }

    /// Sends the process what it waits for.
    func release() throws { try input.fileHandleForWriting.write(contentsOf: Data([10])) }

    /// Waits until the process begins its work.
    func begin() throws -> Bool {
        try output.fileHandleForReading.read(upToCount: 1) == Data("r".utf8)
    }

    /// Kills the process without warning, and returns what it had printed.
    func kill(after seconds: Double) throws -> String {
        Thread.sleep(forTimeInterval: seconds)
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        return try wait()
    }

    /// What the process prints until it ends.
    @discardableResult func wait() throws -> String {
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }

    /// Whether it was killed, rather than ending by itself.
    var wasKilled: Bool { process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL }
}

/// The version of a file, and everything in it.
struct Snapshot: Equatable {
    var version: Int
    var contents: [String]

    init(_ url: URL) throws {
        let pool = try DatabasePool(.file(url))
        defer { pool.closeAndWait() }
        version = try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } ?? -1
        contents = try pool.read { (db: Database) throws -> [String] in
            var lines = try db.rows("PRAGMA integrity_check") { try $0.read(String.self, 0) }
            lines += try db.rows("SELECT \"table\" FROM pragma_foreign_key_check") { try $0.read(String.self, 0) }
            lines += try db.rows("SELECT name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY name") {
                try $0.read(String.self, 0)
            }
            let tables = try db.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
                try $0.read(String.self, 0)
            }
            for table in tables {
                // One string for all rows, made by SQLite, is fast even in a debug build.
                let columns = try db.rows("SELECT name FROM pragma_table_info(\(table)) ORDER BY name") {
                    "quote(\"\(try $0.read(String.self, 0))\")"
                }
                let rows = SQL(trusted: "SELECT \(columns.joined(separator: "||','||")) AS row FROM \"\(table)\"")
                let all = try db.value(
                    String.self,
                    "SELECT coalesce(group_concat(row, ';'), '') FROM (\(rows) ORDER BY row)"
                )
                lines.append("\(table): \(all ?? "")")
            }
            return lines
        }
    }
}
