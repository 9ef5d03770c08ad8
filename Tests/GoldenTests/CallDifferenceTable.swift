/// What changes in clients: requests, responses, and the form of calls.
extension DifferenceTests {
    static let calls: [DifferenceCase] = [
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            write: "parameter-removed destructive",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String?, page: Int? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String?, sort: String?, page: Int? } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: { type: String?, key: query } } } } } } }",
            write: "parameter-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: Int32? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: Int64? } } } } } }",
            write: "parameter-changed data-dependent",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String } } } } } }",
            write: "parameter-changed additive",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            write: "parameter-changed data-dependent",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { a: String, b: String } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { b: String, a: String } } } } } }",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ get: { headers: { If-Match: { type: String?, name: etag } } } }] } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ get: { query: { deep: Bool } } }] } } } }",
            write: "parameter-added additive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ create: { body: N } }] } }, N: { fields: { a: Int } }, O: { fields: { b: Int } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ create: { body: O } }] } }, N: { fields: { a: Int } }, O: { fields: { b: Int } } } }",
            write: "parameter-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            write: "endpoint-added additive",
            swift: "function-added additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            write: "endpoint-removed destructive",
            swift: "function-removed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: M } } } } }",
            read: "endpoint-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: { returns: '[M]', path: 'm/{id}/all' } } } } } }",
            write: "endpoint-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: POST, path: 'm/{id}/close' } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: POST, path: 'm/{id}/close', returns: M } } } } } }",
            read: "endpoint-changed data-dependent",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: POST, path: 'm/{id}/close' } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: PUT, path: 'm/{id}/close' } } } } } }",
            write: "endpoint-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { move: { method: PUT, path: 'm/{id}/{shelf}', params: { shelf: String } } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { move: { method: PUT, path: 'm/{id}/{shelf}', params: { shelf: Int } } } } } } }",
            write: "parameter-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { send: { method: POST, path: 'm/{id}/files', upload: { file: Data } } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { send: { method: POST, path: 'm/{id}/files', upload: { file: Data, title: String? } } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A, pagination: { offset: { start: _start, limit: _limit } } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            write: "api-added additive",
            swift: "function-added additive, function-changed additive"),
        DifferenceCase(
            "{ api: { name: A, pagination: { offset: { start: _start, limit: _limit } } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A, pagination: { page: { number: page } } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            write: "api-changed destructive",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, auth: bearer }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            write: "api-added additive"),
        DifferenceCase(
            "{ api: { name: A, auth: bearer }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            write: "api-removed data-dependent"),
        DifferenceCase(
            "{ api: { name: A, headers: { X-Client: a } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, headers: { X-Client: b } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            write: "api-changed destructive"),
        DifferenceCase(
            "{ api: { name: A, envelope: { object: data } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, envelope: { object: result } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            read: "api-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get, list] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { path: things, operations: [get, list] } } } }",
            write: "endpoint-changed destructive, endpoint-changed destructive",
            swift: "function-added additive, function-removed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { send: { method: PUT, path: 'm/{id}/files', body: Data } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { send: { method: PUT, path: 'm/{id}/files', upload: Data } } } } } }",
            write: "parameter-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { file: { path: 'm/{id}/file', returns: Data } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { file: { path: 'm/{id}/file', download: true } } } } } }",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [create] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ create: { returns: none } }] } } } }",
            read: "endpoint-changed data-dependent",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ list: { returns: none } }] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            read: "endpoint-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [create, update, save] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [create, update] } } } }",
            swift: "function-removed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [create, update] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [create, update, save] } } } }",
            swift: "function-added additive"),
        DifferenceCase(
            "{ api: { name: A, pagination: link }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            write: "api-removed data-dependent",
            swift: "function-removed destructive"),
    ]
}
