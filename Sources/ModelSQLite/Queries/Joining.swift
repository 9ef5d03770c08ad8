import Foundation

/// The columns of two joined models.
public typealias ColumnsOfPair<A: TableRecord, B: TableRecord> = (
    JoinedColumns<A, Joined<(A, B)>>, JoinedColumns<B, Joined<(A, B)>>
)

/// The columns of three joined models.
public typealias ColumnsOfTriple<A: TableRecord, B: TableRecord, C: TableRecord> = (
    JoinedColumns<A, Joined<(A, B, C)>>, JoinedColumns<B, Joined<(A, B, C)>>, JoinedColumns<C, Joined<(A, B, C)>>
)

/// The columns of four joined models.
public typealias ColumnsOfFour<A: TableRecord, B: TableRecord, C: TableRecord, D: TableRecord> = (
    JoinedColumns<A, Joined<(A, B, C, D)>>, JoinedColumns<B, Joined<(A, B, C, D)>>,
    JoinedColumns<C, Joined<(A, B, C, D)>>, JoinedColumns<D, Joined<(A, B, C, D)>>
)

extension Query {
    /// Pairs of these rows and their related rows.
    public func joining<Right: TableRecord>(
        _ relation: KeyPath<Record.Relations, Relation<Record, [Right]>>
    ) -> JoinQuery<(Record, Right), ColumnsOfPair<Record, Right>> {
        joined(Record.relations[keyPath: relation].join)
    }

    /// Pairs of these rows and their related row, where there is one.
    public func joining<Right: TableRecord>(
        _ relation: KeyPath<Record.Relations, Relation<Record, Right?>>
    ) -> JoinQuery<(Record, Right), ColumnsOfPair<Record, Right>> {
        joined(Record.relations[keyPath: relation].join)
    }

    /// Pairs of these rows and their related row.
    public func joining<Right: TableRecord>(
        _ relation: KeyPath<Record.Relations, Relation<Record, Right>>
    ) -> JoinQuery<(Record, Right), ColumnsOfPair<Record, Right>> {
        joined(Record.relations[keyPath: relation].join)
    }

    private func joined<Right>(
        _ join: (String, String) -> SQL
    ) -> JoinQuery<(Record, Right), ColumnsOfPair<Record, Right>> {
        let table = Record.table.definition
        let alias = Right.table.name.different(from: [table.name])
        let width = table.columns.count
        return JoinQuery(
            clauses: clauses,
            source: SQL(parts: [.text("\(table.quotedName) ")] + join(table.name, alias).parts),
            selection: .joined([table.columnList, Right.table.definition.columnList(as: alias)], by: ", "),
            width: width + Right.table.definition.columns.count, names: [table.name, alias],
            columns: (JoinedColumns(alias: table.name), JoinedColumns(alias: alias))
        ) { row in
            (try Record(row: row), try Right(row: row.from(width)))
        }
    }
}

extension JoinQuery {
    /// The same rows side by side with those of a third model that one of the two is related to.
    ///
    /// ```swift
    /// Comment.all.joining(\.post).joining { comment, post in post.author }
    /// ```
    public func joining<A: TableRecord, B: TableRecord, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> JoinQuery<(A, B, Right), ColumnsOfTriple<A, B, Right>>
    where Output == (A, B), Columns == ColumnsOfPair<A, B> {
        extended(relation(columns)) { [columns] alias in
            (
                JoinedColumns(alias: columns.0.alias), JoinedColumns(alias: columns.1.alias),
                JoinedColumns(alias: alias)
            )
        } decode: { [decode, width] row in
            let (first, second) = try decode(row)
            return (first, second, try Right(row: row.from(width)))
        }
    }

    /// The same rows side by side with those of a fourth model that one of the three is related to.
    public func joining<A: TableRecord, B: TableRecord, C: TableRecord, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> JoinQuery<(A, B, C, Right), ColumnsOfFour<A, B, C, Right>>
    where Output == (A, B, C), Columns == ColumnsOfTriple<A, B, C> {
        extended(relation(columns)) { [columns] alias in
            (
                JoinedColumns(alias: columns.0.alias), JoinedColumns(alias: columns.1.alias),
                JoinedColumns(alias: columns.2.alias), JoinedColumns(alias: alias)
            )
        } decode: { [decode, width] row in
            let (first, second, third) = try decode(row)
            return (first, second, third, try Right(row: row.from(width)))
        }
    }

    private func extended<Right, NewOutput, NewColumns>(
        _ relation: JoinedRelation<Right>,
        columns: (String) -> NewColumns,
        decode: @escaping @Sendable (borrowing Row) throws -> NewOutput
    ) -> JoinQuery<NewOutput, NewColumns> {
        let alias = Right.table.name.different(from: names)
        return JoinQuery<NewOutput, NewColumns>(
            clauses: clauses,
            source: SQL(parts: source.parts + [.text(" ")] + relation.join(relation.from, alias).parts),
            selection: .joined([selection, Right.table.definition.columnList(as: alias)], by: ", "),
            width: width + Right.table.definition.columns.count, names: names + [alias], columns: columns(alias),
            decode: decode)
    }
}

extension String {
    /// This name, with a number where it is taken: `posts_2`.
    func different(from taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { $0.lowercased() })
        var name = self
        var number = 2
        while taken.contains(name.lowercased()) {
            name = "\(self)_\(number)"
            number += 1
        }
        return name
    }
}
