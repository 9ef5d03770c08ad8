import Foundation
import ModelREST
import ModelRepositorySQLite
import ModelSQLite

/// The objects of the simulated server.
struct Item: KeyedRecord, Identifiable, Hashable {
    var id: Int64
    /// Never changes, so that a list of one kind can be complete.
    var kind: Int64
    var version: Int64

    static let table = Table<Item>(
        "items", [TableColumn("id"), TableColumn("kind"), TableColumn("version")], primaryKey: ["id"])

    struct Columns: TableColumns {
        var id: Column<Item, Int64> { Column("id") }
        var kind: Column<Item, Int64> { Column("kind") }
        var version: Column<Item, Int64> { Column("version") }
    }

    init(id: Int64, kind: Int64, version: Int64) {
        self.id = id
        self.kind = kind
        self.version = version
    }

    init(fields columns: inout RowReader) throws {
        try self.init(id: columns.field(), kind: columns.field(), version: columns.field())
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(kind)
        statement.field(version)
    }
}

extension Item: CustomStringConvertible {
    var description: String { "\(id)v\(version)" }
}

/// The parameters of its lists.
struct ItemsQuery: ListParameters {
    var kind: Int64?
    /// The server omits some items, like one that only lists open issues.
    var onlyEven = false
    /// Only the items with these keys.
    var ids: [Int64]?
    var start: Int?
    var limit: Int?

    var isPage: Bool { start != nil || limit != nil }

    var parameters: Parameters {
        var parameters = Parameters()
        parameters.set("kind", kind)
        if onlyEven { parameters.set("even", true) }
        parameters.set("ids", ids)
        parameters.set("start", start)
        parameters.set("limit", limit)
        return parameters
    }

    /// The rows that match a complete list; nil for pages and for lists that the server filters.
    static let complete: @Sendable (ItemsQuery) -> Query<Item>? = { query in
        query.isPage || query.onlyEven ? nil : Item.all.matching(\.kind, query.kind).matching(keys: \.id, query.ids)
    }
}
