import ModelgenPlanning
import ModelgenSchema

extension Pagination {
    /// The meaning of a parameter for pagination, which a server cannot know from its name.
    package func meaning(of key: String) -> String? {
        switch self {
        case .offset(key, _, _): "How many items of the list are left out at its beginning."
        case .offset(_, key, _), .page(_, key, _): "How many items a page has at most."
        case .page(key, _, _): "Which page of the list; the first is 1."
        case .cursor(key, _): "The cursor that came with the page before."
        case .last(key, let place, _): "The `\(place.text)` of the last object of the page before."
        case .offset, .page, .cursor, .last, .url, .link: nil
        }
    }

    /// The minimum of a pagination parameter: a negative number of items makes no sense, and pages count from one.
    func least(of key: String) -> Int {
        if case .page(key, _, _) = self { 1 } else { 0 }
    }

    /// The property of a page that a client reads besides the items: its path and its schema.
    var property: (path: JSONPath, schema: DocumentValue, presence: PropertyTree.Presence)? {
        switch self {
        case .offset(_, _, .total(let path)), .page(_, _, .total(let path)):
            (
                path, ["type": "integer", "minimum": 0, "description": "How many items the list has in total."],
                .optional
            )
        case .cursor(_, let next):
            (
                next, ["type": ["string", "null"], "description": "The cursor of the next page; null at the end."],
                .optional
            )
        case .last(_, _, let more?):
            (more, ["type": "boolean", "description": "Whether there are more pages."], .required)
        case .url(let next):
            (
                next, ["type": ["string", "null"], "description": "The URL of the next page; null at the end."],
                .optional
            )
        case .offset, .page, .last, .link: nil
        }
    }

    /// How to get the next page of a list, which OpenAPI can only express in an extension.
    var extensionValue: DocumentValue {
        switch self {
        case .offset(let start, let limit, let end):
            var offset: DocumentValue = ["start": .string(start), "limit": .string(limit)]
            if case .total(let path) = end { offset["total"] = .string(path.text) }
            return ["offset": offset]
        case .page(let number, let size, let end):
            var page: DocumentValue = ["number": .string(number), "first": 1]
            if let size { page["size"] = .string(size) }
            if case .total(let path) = end { page["total"] = .string(path.text) }
            return ["page": page]
        case .cursor(let parameter, let next):
            return ["cursor": ["parameter": .string(parameter), "next": .string(next.text)]]
        case .last(let parameter, let key, let more):
            var last: DocumentValue = ["parameter": .string(parameter), "key": .string(key.text)]
            if let more { last["more"] = .string(more.text) }
            return ["last": last]
        case .url(let next): return ["url": .string(next.text)]
        case .link: return "link"
        }
    }
}
