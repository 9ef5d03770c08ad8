import ModelREST

/// The answer of a fake API to one operation.
///
/// ```swift
/// let api = ShopAPI.answering(
///     .to(Item.get(7)) { Item(id: 7, title: "Lamp") },
///     .to(Item.publish(7)) { throw APIError(.timeout(.seconds(1)), summary) })
/// ```
public struct FakeAnswer: Sendable {
    fileprivate let request: FakeRequest
    fileprivate let value: @Sendable () async throws -> any Sendable

    /// The answer to an operation: to its path with its query, regardless of its body and headers.
    public static func to<Value>(
        _ endpoint: Endpoint<Value>,
        _ answer: @escaping @Sendable () async throws -> Value
    ) -> FakeAnswer {
        FakeAnswer(request: FakeRequest(endpoint), value: answer)
    }
}

extension RESTAPI {
    /// Creates an API without a server, for tests. It answers only these operations, and lists in a single page. Any
    /// other operation throws `APIError.Reason.unimplemented`.
    public static func answering(_ answers: FakeAnswer...) -> Self {
        Self(client: APIClient.unimplemented.answering(FakeAnswers(answers: answers)))
    }
}

/// Determines whether two requests are identical for a fake.
private struct FakeRequest: Hashable {
    let operation: String
    let path: APIPath
    let query: Parameters

    init<Value>(_ endpoint: Endpoint<Value>) {
        operation = endpoint.operation
        path = endpoint.path
        query = endpoint.query
    }
}

private struct FakeAnswers: EndpointAnswers {
    let answers: [FakeAnswer]

    func answer<Value>(to endpoint: Endpoint<Value>) async throws -> Value? {
        let request = FakeRequest(endpoint)
        for answer in answers where answer.request == request {
            if let value = try await answer.value() as? Value { return value }
        }
        return nil
    }
}
