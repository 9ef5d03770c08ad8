import Foundation
import ModelSQLite

/// One writer and four readers at once: no busy error, no torn snapshot, and how many reads a second.
func mixedLoad(_ database: BenchDatabase, seconds: Double) async throws {
    let end = Date(timeIntervalSinceNow: seconds)
    try await database.write { db in
        for user in 0..<10 { try Ten(user: user, value: 0).insert(db) }
    }
    let counts = try await withThrowingTaskGroup(of: (reads: Int, writes: Int, torn: Int).self) { group in
        group.addTask {
            var writes = 0
            while Date() < end {
                let value = Int64(writes + 1)
                try await database.write { db in
                    for user in 0..<10 {
                        try db.run("UPDATE ten SET i1 = \(value) WHERE i0 = \(-1 - user)")
                    }
                }
                writes += 1
            }
            return (0, writes, 0)
        }
        for _ in 0..<4 {
            group.addTask {
                var (reads, torn) = (0, 0)
                while Date() < end {
                    let values = try await database.read { db in
                        try db.rows("SELECT i1 FROM ten WHERE i0 < 0") { row in try row.read(Int64.self, 0) }
                    }
                    if Set(values).count != 1 { torn += 1 }
                    reads += 1
                }
                return (reads, 0, torn)
            }
        }
        return try await group.reduce(into: (reads: 0, writes: 0, torn: 0)) { sum, part in
            sum = (sum.reads + part.reads, sum.writes + part.writes, sum.torn + part.torn)
        }
    }
    let reads = Int(Double(counts.reads) / seconds)
    let writes = Int(Double(counts.writes) / seconds)
    print("sqlite.mixed, 1 writer, 4 readers: \(reads) reads/s, \(writes) writes/s, \(counts.torn) torn, no busy error")
}

extension Ten {
    init(user: Int, value: Int64) {
        self.init(i0: Int64(-1 - user), i1: value, i2: 0, i3: 0, i4: 0, i5: 0, i6: 0, i7: 0, i8: 0, i9: 0)
    }
}
