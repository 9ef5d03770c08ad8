import HTTPTypes
import ModelREST

extension APIRequest {
    /// Sets a header that contains a credential. Throws if HTTP does not allow the value.
    package mutating func authorize(_ name: String, _ value: String) throws(APIError.Reason) {
        let field = try HTTPField(checking: name, value)
        headers[field.name] = field.value
    }
}

extension CredentialUse {
    /// Whether a credential with this name is sent.
    package func include(_ name: String) -> Bool {
        switch self {
        case .sent: true
        case .named(let names): names.contains(name)
        case .withheld: false
        }
    }
}
