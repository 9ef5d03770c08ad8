import ModelgenPlanning
import ModelgenSchema

extension OpenAPIPlanning {
    /// What a parameter says about the page that is asked for: a server cannot know it by the name.
    func pageMeaning(of key: String) -> String? {
        switch api.pagination {
        case .offset(key, _): "How many items of the list are left out at its beginning."
        case .offset(_, key), .page(_, key): "How many items a page has at most."
        case .page(key, _): "Which page of the list; the first is 1."
        case .cursor(key, _): "The cursor that came with the page before."
        case .offset, .page, .cursor, .link, nil: nil
        }
    }

    /// The least value of a parameter that turns pages: less than no item is no number of items, and pages count from one.
    func leastPage(of key: String) -> Int {
        if case .page(key, _) = api.pagination { 1 } else { 0 }
    }

    /// How a list is turned to its next page, as the source says it: OpenAPI has no word for it, but an extension.
    var pages: DocumentValue? {
        switch api.pagination {
        case .offset(let start, let limit): return ["offset": ["start": .string(start), "limit": .string(limit)]]
        case .page(let number, let size):
            var page: DocumentValue = ["number": .string(number), "first": 1]
            if let size { page["size"] = .string(size) }
            return ["page": page]
        case .cursor(let parameter, let next):
            return ["cursor": ["parameter": .string(parameter), "next": .string(next.text)]]
        case .link: return "link"
        case nil: return nil
        }
    }
}
