import ModelgenSchema

/// An operation before it is written.
struct OperationPlan {
    enum Result {
        case nothing
        case value(FieldType)
        case file
    }

    var name: String
    var method: HTTPMethod
    var path: String
    var request: RequestOptions
    var query: [RequestParameter]
    var body: DocumentValue?
    /// Where the body holds the value; nil if the body is the value.
    var bodyPlace: JSONPath?
    var result: Result
    /// How its list is paginated.
    var pagination: Pagination?
}
