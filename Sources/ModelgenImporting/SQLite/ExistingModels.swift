import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// The models that a folder already has for a database.
package struct ExistingModels {
    struct Table {
        var model: SwiftName
        /// The fields by their columns in lower case.
        var columns: [String: SwiftName] = [:]
        /// All fields, also those without a column.
        var fields: [String] = []
    }

    let files: [SourceFile]
    let database: SwiftName
    private let folder: String
    /// The names of all types.
    let types: Set<String>
    /// The tables and views by their names in lower case.
    private(set) var tables: [String: Table] = [:]

    /// - Parameters:
    ///   - files: The files in the folder and below it.
    ///   - name: The database that is imported.
    /// - Returns: nil if the files do not declare it, or with errors if they are invalid.
    package init?(
        _ files: [SourceFile], in folder: String, of name: String, options: ParsingOptions,
        _ diagnostics: inout [Diagnostic]
    ) {
        let (parsed, problems) = parse(files, imports: [], options: options)
        diagnostics += problems.errors
        let names = [name, SwiftNaming.type(name).text]
        guard let schema = parsed?.schema,
            let database = schema.databases.first(where: { names.contains($0.name.text) })
        else { return nil }
        self.files = files
        self.folder = folder
        self.database = database.name
        types = Set(
            schema.models.map(\.name.text) + schema.enumerations.map(\.name.text)
                + schema.externalTypes.map(\.name.text) + schema.transformers.map(\.name.text))
        for model in schema.models {
            switch model.storage {
            case .table(let table) where table.database == self.database: add(model, table.name)
            case .view(let view) where view.database == self.database: add(model, view.name)
            case .table, .view, .none: continue
            }
        }
    }

    private static let suffix = ".model.yaml"

    /// The names of the files, without their suffix: two files of one name would generate the same Swift file.
    var names: Set<String> {
        Set(files.map { String(($0.path.split(separator: "/").last ?? "").dropLast(Self.suffix.count)) })
    }

    func path(of name: String) -> String { (folder == "." ? name : folder + "/" + name) + Self.suffix }

    private mutating func add(_ model: Model, _ name: SQLName) {
        var table = Table(model: model.name, fields: model.fields.map(\.name.text))
        for field in model.fields {
            guard let column = field.column else { continue }
            table.columns[column.name.text.lowercased()] = field.name
        }
        tables[name.text.lowercased()] = table
    }
}
