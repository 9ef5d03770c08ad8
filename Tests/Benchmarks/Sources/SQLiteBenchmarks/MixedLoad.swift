import Foundation
import ModelSQLite

/// Ten rows, all of which each transaction sets to the same new value.
protocol MixedDatabase: Sendable {
    func prepare() async throws
    func change(to value: Int64) async throws
    func values() async throws -> [Int64]
}

/// The results of a load.
struct MixedLoad: CustomStringConvertible {
    var seconds: Double
    var reads = 0
    var writes = 0
    /// The number of reads that saw rows of two transactions.
    var torn = 0

    var microsecondsPerRead: Double { seconds * 1e6 / Double(max(1, reads)) }

    var description: String {
        "\(Int(Double(reads) / seconds)) reads/s, \(Int(Double(writes) / seconds)) writes/s, \(torn) torn, no busy error"
    }
}

/// One writer and four readers at once: any error, such as a busy database, ends the run.
func mixedLoad(_ database: some MixedDatabase, seconds: Double) async throws -> MixedLoad {
    try await database.prepare()
    let end = Date(timeIntervalSinceNow: seconds)
    return try await withThrowingTaskGroup(of: MixedLoad.self) { group in
        group.addTask {
            var load = MixedLoad(seconds: seconds)
            while Date() < end {
                try await database.change(to: Int64(load.writes + 1))
                load.writes += 1
            }
            return load
        }
        for _ in 0..<4 {
            group.addTask {
                var load = MixedLoad(seconds: seconds)
                while Date() < end {
                    let values = try await database.values()
                    if values.count != 10 || Set(values).count != 1 { load.torn += 1 }
                    load.reads += 1
                }
                return load
            }
        }
        return try await group.reduce(into: MixedLoad(seconds: seconds)) { sum, part in
            sum.reads += part.reads
            sum.writes += part.writes
            sum.torn += part.torn
        }
    }
}

extension BenchDatabase: MixedDatabase {
    func prepare() async throws {
        try await write { db in
            for user in 0..<10 { try Ten(user: user, value: 0).insert(db) }
        }
    }

    func change(to value: Int64) async throws {
        try await write { db in
            for user in 0..<10 {
                try db.run("UPDATE ten SET i1 = \(value) WHERE i0 = \(-1 - user)")
            }
        }
    }

    func values() async throws -> [Int64] {
        try await read { db in
            try db.rows("SELECT i1 FROM ten WHERE i0 < 0") { row in try row.read(Int64.self, 0) }
        }
    }
}

extension Ten {
    init(user: Int, value: Int64) {
        self.init(i0: Int64(-1 - user), i1: value, i2: 0, i3: 0, i4: 0, i5: 0, i6: 0, i7: 0, i8: 0, i9: 0)
    }
}
