import ModelgenDatabase
import ModelgenSchema

extension JSONPath {
    /// `"data"`, `["data", "items", 0]`
    var swiftExpression: String {
        if components.count == 1, case .key(let key)? = components.first { return SwiftLiteral.string(key) }
        return "["
            + components.map { component in
                switch component {
                case .key(let key): SwiftLiteral.string(key)
                case .index(let index): String(index)
                }
            }.joined(separator: ", ") + "]"
    }
}
