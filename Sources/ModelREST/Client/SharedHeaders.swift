import HTTPTypes
import ModelStoredForms

/// The headers of all later requests of a client; they can be changed while requests run.
///
/// ```swift
/// try api.client.headers.set("X-Device", device)
/// api.client.headers.remove("X-Device")
/// ```
/// Each change is atomic, and applies to every request made afterwards.
public final class SharedHeaders: Sendable {
    private let storage: Locked<RequestHeaders>

    init(_ headers: RequestHeaders) {
        storage = Locked(headers)
    }

    package var current: RequestHeaders { storage.withLock { $0 } }

    /// Sets a header for all later requests.
    ///
    /// - Throws: `APIError.Reason.invalidRequest` if HTTP does not allow the name or the value.
    public func set(_ name: String, _ value: some ParameterValue) throws(APIError.Reason) {
        let field = try HTTPField(checking: name, value.parameterText)
        storage.withLock { $0.set(field.name.rawName, field.value) }
    }

    /// Removes a header from all later requests, even if it is one of the API's defaults.
    public func remove(_ name: String) {
        storage.withLock { $0.remove(name) }
    }
}
