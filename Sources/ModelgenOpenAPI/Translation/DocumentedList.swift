import ModelgenExporting
import ModelgenImporting
import ModelgenSchema

/// A list of models as the document describes it: where the response contains it, and how to get the next page.
struct DocumentedList {
    /// The models that it contains.
    var model: Int
    /// The property of the response that is the list; nil if the response is the list.
    var root: String?
    /// As far as parameters, properties and headers with the usual names show it.
    var pagination: Pagination?

    /// The list that an operation returns; nil if it returns something else.
    init?(_ operation: TranslatedOperation, _ declarations: [Declaration]) {
        guard operation.source.method == "GET", let result = operation.result, !result.isNullable else { return nil }
        switch result.form {
        case .list(.model(let model)) where result.text == "[\(declarations[model].name)]":
            self.model = model
            pagination = Self.pagination(of: operation, [])
        case .model(let envelope):
            let fields = declarations[envelope].fields
            let lists = fields.compactMap { field -> (root: String, model: Int)? in
                guard case .list(.model(let model)) = field.use.form,
                    field.use.text == "[\(declarations[model].name)]"
                else { return nil }
                return (field.key, model)
            }
            guard lists.count == 1, lists[0].model != envelope else { return nil }
            (root, model) = (lists[0].root.keyPath, lists[0].model)
            pagination = Self.pagination(
                of: operation, Self.values(in: envelope, [], declarations), key: declarations[model].field("id"))
            // Without pages, the other properties may be what the operation is about.
            if pagination == nil { return nil }
        case .any, .scalar, .enumeration, .union, .texts, .list, .dictionary: return nil
        }
    }

    /// The operation as a list of its models.
    func applied(to operation: TranslatedOperation, _ declarations: [Declaration]) -> TranslatedOperation {
        var list = operation
        list.list = self
        // An export describes these parameters if nothing else does.
        for index in list.query.indices {
            guard let meaning = pagination?.meaning(of: list.query[index].key) else { continue }
            if list.query[index].documentation == YAMLEntry.documentation(meaning, isDeprecated: false) {
                list.query[index].documentation = []
            }
        }
        guard root != nil else { return list }
        for index in list.responses.indices where list.responses[index].isSuccess && list.responses[index].use != nil {
            list.responses[index].use = TypeUse(text: "[\(declarations[model].name)]", form: .list(.model(model)))
        }
        return list
    }

    // MARK: Pages

    /// A single value in a response.
    private struct Value {
        var path: [String]
        var use: TypeUse

        /// The name of what it is: `next` in `_links.next.href`.
        var name: String { path.last { !["href", "url"].contains($0) } ?? "" }
        var place: JSONPath { JSONPath(path.map { .key($0) }) }
        var isURL: Bool {
            use.text == "URL" || path.last == "href" || path.dropLast().contains { ["links", "_links"].contains($0) }
                || ["nexturl", "nextlink", "odatanextlink"].contains(name.folded)
        }
    }

    private static func values(in model: Int, _ path: [String], _ declarations: [Declaration]) -> [Value] {
        declarations[model].fields.flatMap { field -> [Value] in
            let place = path + [field.key]
            switch field.use.form {
            case .scalar: return [Value(path: place, use: field.use)]
            case .model(let inner) where place.count < 3: return values(in: inner, place, declarations)
            case .any, .model, .enumeration, .union, .texts, .list, .dictionary: return []
            }
        }
    }

    private static let numbers = ["page", "pagenumber", "pageno"]
    private static let sizes = ["perpage", "pagesize", "limit", "size", "pagelimit"]
    private static let starts = ["offset", "skip", "start"]
    private static let limits = ["limit", "take", "count", "pagesize", "size"]
    private static let cursors = [
        "cursor", "after", "pagetoken", "nexttoken", "continuationtoken", "continuation", "startcursor", "nextcursor",
        "pagecursor", "marker", "startingafter", "pageafter", "paginationtoken", "scrollid",
    ]
    private static let nexts = [
        "next", "nextcursor", "nextpagetoken", "nexttoken", "endcursor", "after", "cursor", "continuationtoken",
        "nextmarker", "nextpage", "paginationtoken", "scrollid", "nexturl", "nextlink", "odatanextlink",
    ]
    private static let totals = ["total", "totalcount", "totalitems", "totalresults", "totalelements"]

    private static let afters = ["startingafter", "after"]
    private static let mores = ["hasmore", "more", "hasnext", "hasnextpage"]
    private static let integers = ["Int", "Int64", "Int32"]

    private static func pagination(
        of operation: TranslatedOperation, _ values: [Value], key: Declaration.Field? = nil
    ) -> Pagination? {
        func parameter(_ names: [String]) -> String? {
            names.lazy.compactMap { name in operation.query.first { $0.key.folded == name }?.key }.first
        }
        /// Whether the schema of a parameter says that the first value is this one. The schema is read as it is written.
        func begins(_ key: String, at first: Double) -> Bool {
            let schema = operation.source.parameter(key, in: "query")?.node["schema"]
            let said = ["minimum", "default"].compactMap { schema?[$0]?.text }
            return said.contains { Double($0) == first }
        }
        let isLinked = operation.source.responses.contains { response in
            response.status.first == "2"
                && (response.node["headers"]?.entries ?? []).contains { $0.name.lowercased() == "link" }
        }
        if isLinked { return .link }
        let next = nexts.lazy.compactMap { name in
            values.first { $0.name.folded == name && ["String", "URL", "Int", "Int64", "Int32"].contains($0.use.text) }
        }.first
        if let next, next.isURL { return .url(next: next.place) }
        if let next, let cursor = parameter(cursors) { return .cursor(parameter: cursor, next: next.place) }
        // A number is not a string.
        if let next, next.use.text == "String", let page = parameter(numbers),
            operation.query.contains(where: { $0.key == page && $0.use.text == "String" })
        {
            return .cursor(parameter: page, next: next.place)
        }
        /// Whether a key can be a parameter's value as it is. A date and the like select objects, not a page.
        func takes(_ parameter: String, _ key: TypeUse) -> Bool {
            guard let use = operation.query.first(where: { $0.key == parameter })?.use, use.transformer == nil else {
                return false
            }
            return use.text == "String" || use.text == key.text
                || integers.contains(use.text) && integers.contains(key.text)
        }
        // The key of the last object is the cursor if nothing else in the response is one. Where pages or objects are
        // counted, `after` is a filter.
        let isCounted = parameter(numbers) != nil || parameter(starts) != nil
        if let after = parameter(isCounted ? ["startingafter"] : afters), let key, !key.isOptional,
            key.use.text == "String" || integers.contains(key.use.text), takes(after, key.use),
            let more = values.first(where: { mores.contains($0.name.folded) && $0.use.text == "Bool" })
        {
            return .last(parameter: after, key: JSONPath([.key(key.key)]), more: more.place)
        }
        let total = values.first { totals.contains($0.name.folded) && $0.use.text.hasPrefix("Int") }
        let end = total.map { PageEnd.total($0.place) } ?? .empty
        // `page` starts at 1, and `offset` at 0.
        if let number = parameter(numbers), !begins(number, at: 0) {
            return .page(number: number, size: parameter(sizes), end: end)
        }
        if let start = parameter(starts), !begins(start, at: 1), let limit = parameter(limits) {
            return .offset(start: start, limit: limit, end: end)
        }
        return nil
    }
}

extension Pagination {
    /// As in the YAML.
    var entry: YAMLValue {
        func ending(_ entries: [YAMLEntry], _ end: PageEnd) -> YAMLValue {
            guard case .total(let path) = end else { return .map(entries) }
            return .map(entries + [YAMLEntry("total", .text(path.text))])
        }
        return switch self {
        case .offset(let start, let limit, let end):
            .map([
                YAMLEntry(
                    "offset", ending([YAMLEntry("start", .text(start)), YAMLEntry("limit", .text(limit))], end))
            ])
        case .page(let number, let size, let end):
            .map([
                YAMLEntry(
                    "page",
                    ending(
                        [YAMLEntry("number", .text(number))] + (size.map { [YAMLEntry("size", .text($0))] } ?? []), end)
                )
            ])
        case .cursor(let parameter, let next):
            .map([
                YAMLEntry(
                    "cursor", .map([YAMLEntry("parameter", .text(parameter)), YAMLEntry("next", .text(next.text))]))
            ])
        case .last(let parameter, let key, let more):
            .map([
                YAMLEntry(
                    "cursor",
                    .map(
                        [YAMLEntry("parameter", .text(parameter)), YAMLEntry("last", .text(key.text))]
                            + (more.map { [YAMLEntry("more", .text($0.text))] } ?? [])))
            ])
        case .url(let next):
            .map([
                YAMLEntry("cursor", .map([YAMLEntry("next", .text(next.text)), YAMLEntry("url", .plain("true"))]))
            ])
        case .link: .plain("link")
        }
    }
}

extension String {
    /// Without letter case, underscores and the like: `nextpagetoken` for `next_page_token`.
    fileprivate var folded: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
