import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// What must survive of the rows of an earlier version: each value in a column that no step changes.
struct SurvivingRows {
    private struct Column {
        /// Its index in the initial rows.
        var place: Int
        var name: SQLName
    }

    private struct Rows {
        var columns: [Column]
        /// The index of the rowid in the rows, as long as it is preserved.
        var rowID: Int?
        var values: [[SQLValue]]
        /// Whether a real number has become a text.
        var hasFewerDigits = false
        var mayGrow = false
        var mayShrink = false
    }

    private var tables: [TableOrigin: Rows] = [:]

    init(of shape: DatabaseShape, in database: MemoryDatabase) throws(MemoryDatabase.Refusal) {
        for table in shape.tables {
            // Computed values follow from the others.
            let stored = table.columns.filter { $0.generated == nil }
            let columns = stored.enumerated().map { Column(place: $0, name: $1.name) }
            var rows = Rows(columns: columns, rowID: table.rowIDName == nil ? nil : columns.count, values: [])
            rows.values = try Self.read(rows, of: table, in: database)
            tables[table.origin] = rows
        }
    }

    /// Follows one version: renames columns, and excludes those that the version writes.
    mutating func follow(
        _ transition: VersionTransition,
        from before: DatabaseShape,
        to after: DatabaseShape,
        writes: WriteRecorder
    ) {
        for (origin, rows) in tables {
            guard let old = before.table(origin), let new = after.table(origin) else {
                tables[origin] = nil
                continue
            }
            guard let oldState = transition.before.table(origin), let renamed = transition.renamed.table(origin) else {
                continue
            }
            let converted = Set(
                transition.conversions.filter {
                    // A Swift step may convert them, and does not run here.
                    $0.table == origin && ($0.using != nil || transition.hasSwiftStep(on: origin))
                }.map(\.field)
            )
            var result = rows
            result.columns = rows.columns.compactMap { column in
                guard let place = oldState.fields.firstIndex(where: { $0.column?.name == column.name }),
                    let name = renamed.fields[place].column?.name, let target = new.column(name),
                    let source = old.column(column.name), !converted.contains(target.field), target.generated == nil,
                    source.nullability == target.nullability || target.nullability == .nullable,
                    writes.updated[new.name.folded]?.contains(name.folded) != true
                else { return nil }
                if target.storage == .text, source.storage != .text {
                    result.hasFewerDigits = result.hasFewerDigits || source.storage == .real
                    for row in result.values.indices {
                        result.values[row][column.place].becomeText(from: source.storage)
                    }
                }
                return Column(place: column.place, name: name)
            }
            // The rowid is also the key, which may be written or converted.
            let isKeyWritten = new.rowIDAlias.map { key in !result.columns.contains { $0.name == key } } ?? false
            let keepsRowID =
                old.rowIDName != nil && new.rowIDName != nil && (old.rowIDAlias == nil) == (new.rowIDAlias == nil)
                && !isKeyWritten && writes.updated[new.name.folded]?.contains("rowid") != true
            if !keepsRowID { result.rowID = nil }
            result.mayGrow = rows.mayGrow || writes.inserted.contains(new.name.folded)
            result.mayShrink = rows.mayShrink || writes.deleted.contains(new.name.folded)
            tables[origin] = result
        }
    }

    /// The tables whose rows have changed, in order, each with a description of the loss.
    func losses(in shape: DatabaseShape, of database: MemoryDatabase) throws(MemoryDatabase.Refusal) -> [(
        TableShape, String
    )] {
        var losses: [(TableShape, String)] = []
        for table in shape.tables {
            guard let rows = tables[table.origin] else { continue }
            if rows.mayGrow && rows.mayShrink { continue }
            let present = try Self.read(rows, of: table, in: database)
            let places = rows.columns.map(\.place) + (rows.rowID.map { [$0] } ?? [])
            var missing: [[SQLValue]: Int] = [:]
            let expected = rows.values.map { row in places.map { row[$0] } }
            for row in expected { missing[row, default: 0] += 1 }
            for row in present { missing[row, default: 0] -= 1 }
            let names = rows.columns.map(\.name.text) + (rows.rowID == nil ? [] : ["rowid"])
            if !rows.mayShrink, let lost = expected.first(where: { missing[$0, default: 0] > 0 }) {
                let digits = rows.hasFewerDigits ? "; as text, a number has 15 digits, so write `using:`" : ""
                losses.append((table, "the row (\(Self.text(lost, names))) is missing\(digits)"))
            } else if !rows.mayGrow, let new = present.first(where: { missing[$0, default: 0] < 0 }) {
                losses.append((table, "there is a new row (\(Self.text(new, names)))"))
            }
        }
        return losses
    }

    private static func text(_ row: [SQLValue], _ names: [String]) -> String {
        zip(names, row).map { "\($0) = \($1.description)" }.joined(separator: ", ")
    }

    private static func read(
        _ rows: Rows,
        of table: TableShape,
        in database: MemoryDatabase
    ) throws(MemoryDatabase.Refusal) -> [[SQLValue]] {
        var names = rows.columns.map(\.name.quoted)
        if rows.rowID != nil, let rowID = table.rowIDName { names.append(rowID.quoted) }
        // If steps write every column, the rows are still counted.
        let list = names.isEmpty ? "NULL" : names.joined(separator: ", ")
        return try database.rows("SELECT \(list) FROM \(table.name.quoted)")
            .map { $0.prefix(names.count).map(\.asOneNumber) }
    }
}

extension SQLValue {
    /// As SQLite writes a number into a column of strings: `1.0` from a column of real numbers.
    fileprivate mutating func becomeText(from storage: StorageClass) {
        if storage == .real, case .integer(let whole) = self { self = .real(Double(whole)) }
        switch self {
        case .integer, .real: self = .text(text)
        case .null, .text, .blob: return
        }
    }

    /// A whole number as an integer: `1` and `1.0` are equal in SQL, and a column of another type may store the other
    /// form.
    fileprivate var asOneNumber: SQLValue {
        if case .real(let value) = self, let whole = Int64(exactly: value) { .integer(whole) } else { self }
    }
}
