import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension PlannedModels {
    /// Where the input declares what differs. If it no longer does, where it declares the element to which that
    /// belonged.
    func place(of difference: Difference) -> SourceRange? {
        let elements =
            switch difference.area {
            case .database: databaseElements(difference.subject)
            case .jsonRead, .jsonWrite, .swift: codeElements(difference.subject)
            }
        return elements.lazy.compactMap { positions[$0] }.first
    }

    /// The elements that `Blog: posts.title` may refer to, nearest first.
    private func databaseElements(_ subject: String) -> [ElementID.Element] {
        let name = SwiftName(String(subject.prefix { $0 != ":" }))
        let names = sqlTokens(String(subject.dropFirst(name.text.count + 1))).compactMap(\.name)
        var elements: [ElementID.Element] = []
        let shapes = databases.first { $0.name == name }?.versions.map(\.shape) ?? []
        for shape in shapes.reversed() {
            for table in shape.tables {
                let isTable = table.name.text == names.first
                if isTable, names.count > 1, let column = table.columns.first(where: { $0.name.text == names[1] }) {
                    elements.append(.field(model: table.origin.model, column.field))
                }
                if isTable || table.indexes.contains(where: { $0.name.text == names.first }) {
                    elements.append(.model(table.origin.model))
                }
            }
            for view in shape.views where view.name.text == names.first { elements.append(.model(view.origin.model)) }
        }
        return elements + [.database(name)]
    }

    /// The elements that `Post.title`, `Post.rest.list` or `Post.list.page` may refer to, nearest first.
    private func codeElements(_ subject: String) -> [ElementID.Element] {
        let parts = subject.split(whereSeparator: { $0 == "." || $0 == "(" }).map { SwiftName(String($0)) }
        guard let type = parts.first else { return [] }
        var elements: [ElementID.Element] = []
        for member in parts.dropFirst() {
            elements += [
                .field(model: type, member), .query(model: type, member), .relation(model: type, member),
                .action(model: type, member), .nested(model: type, member),
            ]
            if let kind = OperationKind(rawValue: member.text) { elements.append(.operation(model: type, kind)) }
        }
        elements += [.model(type), .enumeration(type), .api(type), .transformer(type), .externalType(type)]
        let databases = schema.databases.filter { type == $0.typeName || type == $0.migrationsName }
        return elements + databases.map { .database($0.name) }
    }
}
