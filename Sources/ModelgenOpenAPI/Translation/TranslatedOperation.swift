import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// An operation with the types of its request and responses, before it has a place in a client.
struct TranslatedOperation {
    struct Parameter {
        var name: SwiftName
        var key: String
        var type: String
        var use: TypeUse
        var isRequired: Bool
        var style: String?
        var explode: Bool?
        var constant: String?
        var defaultValue: YAMLValue?
        var documentation: [YAMLEntry] = []
        /// The headers of a part.
        var headers: [(name: String, value: String)] = []
        /// The key that it has if none is written: that of the model's field with the same name, or else its name.
        var usualKey: String?

        /// The entry for `query`, `params`, `form` and `upload`.
        var entry: YAMLEntry {
            if let constant {
                var parts = [YAMLEntry("const", .text(constant))]
                if key != usualKey ?? name.text { parts.insert(YAMLEntry("key", .text(key)), at: 0) }
                return YAMLEntry(name.text, .map(parts + documentation))
            }
            var parts = [YAMLEntry("type", .type(type))]
            if key != usualKey ?? name.text { parts.append(YAMLEntry("key", .text(key))) }
            if let style { parts.append(YAMLEntry("style", .plain(style))) }
            if let explode { parts.append(YAMLEntry("explode", .plain(String(explode)))) }
            if let transformer = use.transformer { parts.append(YAMLEntry("transformer", .text(transformer))) }
            if let defaultValue { parts.append(YAMLEntry("default", defaultValue)) }
            if !headers.isEmpty {
                parts.append(YAMLEntry("headers", .map(headers.map { YAMLEntry($0.name, .text($0.value)) })))
            }
            parts += documentation
            return YAMLEntry(name.text, parts.count == 1 ? .type(type) : .entries(parts))
        }
    }

    enum Body {
        case none
        case value(TypeUse)
        /// A model without what the server assigns.
        case draft(TypeUse)
        /// Changes to the fields of a model.
        case patch(TypeUse)
        case form([Parameter])
        case upload([Parameter])
        case raw
    }

    /// The response for a status; nil for a body that is ignored.
    struct Response {
        var status: String
        var use: TypeUse?

        var isSuccess: Bool { status.first == "2" || status == "304" }
        var type: String { use.map { $0.optional(false) } ?? "none" }
    }

    var source: DocumentedOperation
    var name: SwiftName
    var documentation: [YAMLEntry] = []
    var pathParameters: [Parameter] = []
    var query: [Parameter] = []
    var headers: [Parameter] = []
    /// Headers with constant values.
    var constantHeaders: [(name: String, value: String)] = []
    var body = Body.none
    var responses: [Response] = []
    /// Whether its result is a file.
    var isDownload = false
    /// The names of its credentials, if they are not the default.
    var credentials: [String]?
    var comments: [String] = []
    /// What it lists, if it is the list of a resource.
    var list: DocumentedList?
    /// How that list is paginated, if not as the API says.
    var ownPagination: YAMLValue?

    var successes: [Response] { responses.filter(\.isSuccess) }

    /// Its result, if it is the same for all successful statuses that have one: an answer that nothing has changed or
    /// that something was accepted does not make it another operation.
    var result: TypeUse? {
        let results = successes.compactMap(\.use)
        return isDownload || !results.allSatisfy({ $0 == results[0] }) ? nil : results.first
    }

    /// All declarations that it refers to.
    var references: [Int] {
        let uses = (pathParameters + query + headers).map(\.use) + responses.compactMap(\.use)
        return uses.flatMap(\.form.declarations) + sent
    }

    /// The declarations that its body refers to.
    var sent: [Int] {
        switch body {
        case .none, .raw: []
        case .value(let use), .draft(let use), .patch(let use): use.form.declarations
        case .form(let fields), .upload(let fields): fields.flatMap(\.use.form.declarations)
        }
    }

    // MARK: As options of the YAML

    /// How it declares its responses: not at all, by `returns`, or by `responses` for each status.
    func answers(usual: String?) -> [YAMLEntry] {
        let told = responses.filter { $0.use != nil && !$0.isSuccess }
        if isDownload {
            let failures = told.map { YAMLEntry($0.status, .type($0.type)) }
            return [YAMLEntry("download", .plain("true"))]
                + (failures.isEmpty ? [] : [YAMLEntry("responses", .map(failures))])
        }
        let successes = successes
        let types = Set(successes.map(\.type))
        guard told.isEmpty, types.count <= 1 else {
            var entries = (successes + told).map {
                YAMLEntry($0.status, $0.use == nil ? .plain("none") : .type($0.type))
            }
            if successes.isEmpty { entries.insert(YAMLEntry("2XX", .plain("none")), at: 0) }
            return [YAMLEntry("responses", .map(entries))]
        }
        let type = types.first ?? "none"
        if type == usual ?? "none" { return [] }
        return [YAMLEntry("returns", type == "none" ? .plain("none") : .type(type))]
    }

    /// Headers, query, credentials.
    var options: [YAMLEntry] {
        var entries: [YAMLEntry] = []
        var headerEntries = constantHeaders.map { YAMLEntry($0.name, .text($0.value)) }
        for header in headers {
            var parts = [YAMLEntry("type", .type(header.type)), YAMLEntry("name", .text(header.name.text))]
            if let transformer = header.use.transformer { parts.append(YAMLEntry("transformer", .text(transformer))) }
            if let value = header.defaultValue { parts.append(YAMLEntry("default", value)) }
            headerEntries.append(YAMLEntry(header.key, .entries(parts + header.documentation)))
        }
        if !headerEntries.isEmpty { entries.append(YAMLEntry("headers", .map(headerEntries))) }
        if let root = list?.root { entries.append(YAMLEntry("root", .text(root))) }
        if let ownPagination { entries.append(YAMLEntry("pagination", ownPagination)) }
        if !query.isEmpty { entries.append(YAMLEntry("query", .map(query.map(\.entry)))) }
        if let credentials {
            let value: YAMLValue =
                credentials.isEmpty
                ? .plain("none") : credentials.count == 1 ? .text(credentials[0]) : .list(credentials.map { .text($0) })
            entries.append(YAMLEntry("auth", value))
        }
        return entries
    }

    /// The options of its body.
    var bodyOptions: [YAMLEntry] {
        switch body {
        case .none: []
        case .value(let use): [YAMLEntry("body", .type(use.text))]
        case .draft(let use): [YAMLEntry("body", .map([YAMLEntry("draft", .type(use.text))]))]
        case .patch(let use): [YAMLEntry("body", .map([YAMLEntry("patch", .type(use.text))]))]
        case .form(let fields): [YAMLEntry("form", .map(fields.map(\.entry)))]
        case .upload(let parts): [YAMLEntry("upload", .map(parts.map(\.entry)))]
        case .raw: [YAMLEntry("upload", .plain("Data"))]
        }
    }
}
