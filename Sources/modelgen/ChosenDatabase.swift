import ModelgenDatabase
import ModelgenFiles
import ModelgenSchema

extension [PlannedDatabase] {
    /// The database that a command applies to: the named one, or the only one.
    func chosen(_ database: String?) throws -> PlannedDatabase {
        self[
            try map(\.name).chosen(database, of: "database", option: "--database", advice: "a `table` to one of them")]
    }
}

extension [SwiftName] {
    /// The index of the named one, or of the only one.
    func chosen(_ name: String?, of kind: String, option: String, advice: String) throws -> Int {
        if isEmpty { throw CommandFailure.input("these models have no \(kind); add \(advice)") }
        let names = map(\.text).joined(separator: ", ")
        guard let name else {
            guard count == 1 else {
                throw CommandFailure.usage("there are several \(kind)s (\(names)); add \(option) NAME")
            }
            return 0
        }
        guard let index = firstIndex(where: { $0.text == name }) else {
            throw CommandFailure.usage("unknown \(kind) `\(name)`; the \(kind)s are \(names)")
        }
        return index
    }
}

extension PlannedDatabase {
    /// `` `Blog`, which has 1 to 4 ``
    var range: String {
        version > database.oldest
            ? "`\(name)`, which has \(database.oldest) to \(version)" : "`\(name)`, which has \(version)"
    }
}
