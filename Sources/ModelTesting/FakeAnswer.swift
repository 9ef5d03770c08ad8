import ModelREST

/// The answer of a fake API to one operation.
///
/// ```swift
/// let api = ShopAPI.answering(
///     .to(Item.get(7)) { Item(id: 7, title: "Lamp") },
///     .to(Item.publish(7)) { throw APIError(.timeout(.seconds(1)), summary) })
/// ```
public struct FakeAnswer: Sendable {
    fileprivate let operation: String
    fileprivate let path: APIPath
    fileprivate let query: Parameters
    fileprivate let value: @Sendable () async throws -> any Sendable

    /// The answer to an operation, which is identified by its path and query. Its body and headers don't matter.
    public static func to<Value>(
        _ endpoint: Endpoint<Value>,
        _ answer: @escaping @Sendable () async throws -> Value
    ) -> FakeAnswer {
        FakeAnswer(operation: endpoint.operation, path: endpoint.path, query: endpoint.query, value: answer)
    }

    fileprivate func isAnswer<Value>(to endpoint: Endpoint<Value>) -> Bool {
        (operation, path, query) == (endpoint.operation, endpoint.path, endpoint.query)
    }
}

extension RESTAPI {
    /// Creates an API for tests that has no server. It only answers these operations; a list is a single page. Any
    /// other operation throws `APIError.Reason.unimplemented`.
    public static func answering(_ answers: FakeAnswer...) -> Self {
        Self(client: APIClient.unimplemented.answering(FakeAnswers(answers: answers)))
    }
}

private struct FakeAnswers: EndpointAnswers {
    let answers: [FakeAnswer]

    func answer<Value>(to endpoint: Endpoint<Value>) async throws -> Value? {
        for answer in answers where answer.isAnswer(to: endpoint) {
            if let value = try await answer.value() as? Value { return value }
        }
        return nil
    }
}
