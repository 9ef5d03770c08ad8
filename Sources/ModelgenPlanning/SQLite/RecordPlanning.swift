import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The fields that have a column, in the order of the table.
    var storedFields: [Field] { model.fields.filter { $0.column != nil } }

    /// What makes the model a row, where it is stored.
    func record() -> RecordPlan? {
        let table: SQLName
        switch model.storage {
        case .none: return nil
        case .table(let stored): table = stored.name
        case .view(let view): table = view.name
        }
        let row = localName("row")
        let statement = localName("statement")
        let type = model.name.escaped
        let fields = storedFields
        let key = model.table == nil ? nil : "primaryKey: [\(isKeyedByRowID ? "\"rowid\"" : keyColumns)]"
        let rowID =
            isKeyedByRowID
            ? ["\(types.library("TableColumn", of: .sqlite))(\"rowID\", \"rowid\", .database)"] : []
        let rowIDColumn =
            isKeyedByRowID
            ? columnDeclaration("rowID", "Column", types.scalar(.int64), "\"rowid\"") : []
        let columns = localName("columns")
        let rowIDRead = isKeyedByRowID ? ["rowID = try \(columns).read(\(types.scalar(.int64)).self)"] : []
        let rowIDBind = isKeyedByRowID ? ["\(statement).bindIfPresent(rowID)"] : []
        return RecordPlan(
            type: type, access: access,
            conformance: recordProtocols.map { types.library($0, of: $0 == "FullTextRecord" ? .fullText : .sqlite) }
                .joined(separator: ", "),
            hasFullText: model.table?.fullText.isEmpty == false,
            tableType: "\(types.library("Table", of: .sqlite))<\(type)>", table: SwiftLiteral.string(table.text),
            tableColumns: fields.map(tableColumn) + rowID, primaryKey: key,
            members: keyLines + fullTextLines,
            columns: fields.flatMap(column) + rowIDColumn, row: row, statement: statement,
            reads: ["var \(columns) = \(row).reader()"]
                + wrappedLines("try self.init(", model.fields.map { read($0, columns) }, ")", indentation: 8)
                + rowIDRead,
            binds: fields.map { bind($0, statement) } + rowIDBind,
            relations: model.relations.flatMap(relation),
            compositeKey: compositeRecordKey().map { [$0] } ?? [], finders: finders(statement))
    }

    var recordProtocols: [String] {
        guard let table = model.table else { return ["TableRecord"] }
        return [table.primaryKey.isEmpty ? "RowIDRecord" : "KeyedRecord"]
            + (table.fullText.isEmpty ? [] : ["FullTextRecord"])
    }

    private var fullTextLines: [String] {
        guard let table = model.table, !table.fullText.isEmpty else { return [] }
        let name = SwiftLiteral.string(table.name.fullTextTable.text)
        return ["\(access)static let fullTextTable = \(name)"]
    }

    private var keyColumns: String {
        keyFields.compactMap(\.column).map { SwiftLiteral.string($0.name.text) }.joined(separator: ", ")
    }

    /// The key, where `id` is not it.
    private var keyLines: [String] {
        guard let table = model.table, !table.primaryKey.isEmpty, !isIdentifiable else { return [] }
        if let only = keyFields.first, keyFields.count == 1 {
            return ["\(access)var primaryKey: \(types.type(only.type)) { \(only.name.inGetter) }"]
        }
        let arguments = keyFields.map { "\($0.name.label): \($0.name.escaped)" }.joined(separator: ", ")
        return ["\(access)var primaryKey: Key { Key(\(arguments)) }"]
    }

    private func tableColumn(_ field: Field) -> String {
        let column = field.column?.name.text ?? field.name.text
        var arguments = [SwiftLiteral.string(field.name.text)]
        if column != field.name.text { arguments.append(SwiftLiteral.string(column)) }
        if field.column?.generated != nil { arguments.append(".database") }
        return arguments.count == 1
            ? arguments[0] : "\(types.library("TableColumn", of: .sqlite))(\(arguments.joined(separator: ", ")))"
    }

    private func column(_ field: Field) -> [String] {
        let column = SwiftLiteral.string(field.column?.name.text ?? field.name.text)
        let using = field.transformer?.sqlite.map { ", using: \(expression($0, for: field.type))" } ?? ""
        return columnDeclaration(
            field.name.escaped, schema.columnOrder(of: field).typeName, types.type(field.type), column + using)
    }

    /// `var userId: Column<Post, Int64> { Column("user_id") }`: computed, because a struct that stores a dozen columns
    /// takes the compiler as long as all the rest of a model's table.
    private func columnDeclaration(_ name: String, _ type: String, _ value: String, _ arguments: String) -> [String] {
        let type = types.library(type, of: .sqlite)
        let head = "\(access)var \(name): \(type)<\(model.name.escaped), \(value)> {"
        let single = "\(head) \(type)(\(arguments)) }"
        return 8 + single.count <= 120 ? [single] : [head, "    \(type)(\(arguments))", "}"]
    }

    /// `title: columns.read()`: everything is read before the first property is set, since a throwing
    /// initializer that sets them one by one copies the struct at its end.
    private func read(_ field: Field, _ columns: String) -> String {
        guard field.column != nil else {
            return "\(field.name.label): \(field.defaultValue.map { literals.swift($0, of: field) } ?? "nil")"
        }
        let function = field.type.isOptional ? "readIfPresent" : "read"
        let using = field.transformer?.sqlite.map { "using: \(expression($0, for: field.type))" } ?? ""
        return "\(field.name.label): \(columns).\(function)(\(using))"
    }

    private func readExpression(_ field: Field, _ index: Int, _ row: String) -> String {
        let function = field.type.isOptional ? "readIfPresent" : "read"
        if let transformer = field.transformer?.sqlite {
            return "\(row).\(function)(\(index), using: \(expression(transformer, for: field.type)))"
        }
        return "\(row).\(function)(\(types.type(field.type.unwrapped)).self, \(index))"
    }

    private func bind(_ field: Field, _ statement: String) -> String {
        if field.column?.generated != nil { return "\(statement).skip()" }
        let function = field.type.isOptional ? "bindIfPresent" : "bind"
        let using = field.transformer?.sqlite.map { ", using: \(expression($0, for: field.type))" } ?? ""
        return "\(statement).\(function)(\(field.name.escaped)\(using))"
    }

    /// `let comments = Relation<Post, [Comment]>.hasMany({ $0.id }, column: "id", Comment.columns.postId, { $0.postId })`
    private func relation(_ relation: Relation) -> [String] {
        guard let other = schema.model(relation.model), let key = keyFields.first else { return [] }
        let otherName = other.name.escaped
        func head(_ result: String, _ kind: String) -> String {
            "\(access)let \(relation.name.escaped) = \(types.library("Relation", of: .relations))<"
                + "\(model.name.escaped), \(result)>.\(kind)("
        }
        func column(_ field: Field) -> String {
            "column: " + SwiftLiteral.string(field.column?.name.text ?? field.name.text)
        }
        switch relation.kind {
        case .hasMany(let by), .hasOne(let by):
            let isMany = if case .hasMany = relation.kind { true } else { false }
            return wrappedLines(
                isMany ? head("[\(otherName)]", "hasMany") : head("\(otherName)?", "hasOne"),
                [
                    "{ $0.\(key.name.escaped) }", column(key), columnName(other, by),
                    "{ $0.\(by.escaped) }",
                ], ")", indentation: 8)
        case .belongsTo(let by):
            guard let field = self.model.field(by), let otherKey = schema.keyFields(of: other).first else { return [] }
            return wrappedLines(
                head(otherName + (field.type.isOptional ? "?" : ""), "belongsTo"),
                [
                    "{ $0.\(by.escaped) }", column(field), columnName(other, otherKey.name),
                    "{ $0.\(otherKey.name.escaped) }",
                ], ")", indentation: 8)
        case .manyToMany(let through, let by, let otherBy):
            guard let otherKey = schema.keyFields(of: other).first, let link = schema.model(through) else { return [] }
            return wrappedLines(
                head("[\(otherName)]", "manyToMany"),
                [
                    "{ $0.\(key.name.escaped) }", column(key), "through: " + columnName(link, by),
                    columnName(link, otherBy), columnName(other, otherKey.name),
                ], ")", indentation: 8)
        }
    }

    /// The column of a model, for a relation: `Post.columns.userId`.
    private func columnName(_ model: Model, _ name: SwiftName) -> String {
        let isOrdered = model.field(name).map { schema.columnOrder(of: $0) == .kept } ?? true
        return "\(types.inExpression(model.name)).columns.\(name.escaped)" + (isOrdered ? "" : ".stored")
    }

    private func compositeRecordKey() -> CompositeKeyPlan? {
        guard model.table != nil, keyFields.count > 1 else { return nil }
        let statement = localName("statement")
        let index = localName("index")
        return CompositeKeyPlan(
            type: model.name.escaped + ".Key", access: access, count: keyFields.count, statement: statement,
            index: index,
            binds: keyFields.enumerated().map { offset, field in
                let place = offset == 0 ? index : "\(index) + \(offset)"
                return "try \(field.name.escaped).bind(to: \(statement), \(place))"
            },
            values: keyFields.map { "try \($0.name.escaped).databaseValue()" }.joined(separator: ", "))
    }

    /// Finders by the unique keys of the table that are made of plain fields and cover all rows.
    private func finders(_ statement: String) -> [FinderPlan] {
        model.uniqueFinders.map { fields in
            let condition = fields.enumerated().map { offset, field in
                "\(field.column?.name.quoted ?? "") = ?\(offset + 1)"
            }.joined(separator: " AND ")
            let names = fields.map { "`\($0.name)`" }.joined(separator: " and ")
            return FinderPlan(
                documentation: "The row with that \(names), which no two rows share.", access: access,
                type: model.name.escaped,
                parameters: fields.map { "\($0.name.escaped): \(types.type($0.type.unwrapped))" }.joined(
                    separator: ", "),
                db: localName("db"), first: fields.contains { $0.name == "first" } ? "Self.first" : "first",
                statement: statement, condition: SwiftLiteral.string(condition),
                binds: fields.enumerated().map { offset, field in
                    let using = field.transformer?.sqlite.map { ", using: \(expression($0, for: field.type))" } ?? ""
                    return "try \(statement).bind(\(field.name.escaped), \(offset + 1)\(using))"
                })
        }
    }

    /// The conformance of a model that others keep in a column.
    func columnValue() -> ConformancePlan? {
        guard options.emits.contains(.sqlite), schema.isColumnValue(model.name) else { return nil }
        return ConformancePlan(
            comment: "Stored as JSON in a column of its own.", type: model.name.escaped, protocols: ["SQLiteJSONValue"],
            of: .sqlite, types: types)
    }

    /// `static let table = DraftTable<Post>(columns: ["title"])`
    private func draftTable(_ columns: [String], _ filledBy: String?) -> [String] {
        let head = "\(access)static let table = \(types.library("DraftTable", of: .sqlite))<\(model.name.escaped)>("
        let single = head + "columns: [\(columns.joined(separator: ", "))]" + (filledBy.map { ", " + $0 } ?? "") + ")"
        // The linter leaves room for a comma behind each list.
        if 4 + single.count <= 118 { return [single] }
        let list = columns.asList("columns: ", filledBy == nil ? "" : ",", indentation: 8)
        return [head] + (list + (filledBy.map { [$0] } ?? [])).map { "    " + $0 } + [")"]
    }

    /// What makes the draft a row.
    func draftRecord() -> DraftRecordPlan? {
        guard isDraftInserted else { return nil }
        let stored = draftFields.filter { $0.column != nil }
        let columns = stored.compactMap(\.column).map { SwiftLiteral.string($0.name.text) }
        let filled = storedFields.filter { field in !stored.contains { $0.name == field.name } }
        let statement = localName("statement")
        let row = localName("row")
        let rowIDName = localName("rowID")
        // Where SQLite assigns nothing but the integer key, its rowid is known without another look.
        let takesRowID =
            filled.count == 1 && filled[0].type == .scalar(.int64) && filled[0].isAssigned
            && filled[0].transformer?.sqlite == nil
        var filledBy: String?
        let head: String
        if takesRowID {
            head =
                "\(access)func record(\(rowIDName == "rowID" ? "" : "rowID ")\(rowIDName): \(types.scalar(.int64))) throws -> \(model.name.escaped) {"
        } else {
            let names = filled.compactMap(\.column).map { SwiftLiteral.string($0.name.text) }
            filledBy = "filled: .columns([\(names.joined(separator: ", "))])"
            head =
                "\(access)func record(filledBy \(row): borrowing \(types.library("Row", of: .sqlite))) throws -> \(model.name.escaped) {"
        }
        let arguments =
            ["self"]
            + assignedFields.map { field in
                let index = filled.firstIndex { $0.name == field.name } ?? 0
                let value = takesRowID ? rowIDName : "try " + readExpression(field, index, row)
                return "\(field.name.label): \(value)"
            }
        let body = wrappedLines("\(constructor)(", arguments, ")", indentation: 8).map { "    " + $0 }
        return DraftRecordPlan(
            type: model.name.escaped + ".Draft", model: model.name.escaped, access: access,
            table: draftTable(columns, filledBy), statement: statement,
            binds: stored.map { bind($0, statement) },
            record: [head] + body + ["}"])
    }
}
