import ModelREST

extension ResponseShape {
    /// A result for each status:
    /// `.byStatus(.status(201, .object) { .created($0) }, .status(204, .nothing) { .empty })`.
    public static func byStatus(_ cases: StatusCase<Value>...) -> ResponseShape {
        ResponseShape { format in
            let types = cases.compactMap { $0.shape.accept(format) }
            return types.first { $0.contains("*/*") } ?? types.first
        } decode: { response, envelope, format in
            guard let found = cases.first(where: { $0.statuses.contains(response.status) }) else {
                throw UnexpectedStatus(status: response.status)
            }
            return try found.shape.decode(response, envelope, format)
        }
    }
}

/// The result for responses with certain statuses.
public struct StatusCase<Value: Sendable>: Sendable {
    let statuses: ClosedRange<Int>
    let shape: ResponseShape<Value>

    /// The result for responses with a status.
    public static func status<Part>(
        _ status: Int,
        _ shape: ResponseShape<Part>,
        _ make: @escaping @Sendable (Part) -> Value
    ) -> StatusCase {
        statuses(status...status, shape, make)
    }

    /// The result for responses with any of several statuses: `.statuses(200...299, …)`.
    public static func statuses<Part>(
        _ statuses: ClosedRange<Int>,
        _ shape: ResponseShape<Part>,
        _ make: @escaping @Sendable (Part) -> Value
    ) -> StatusCase {
        StatusCase(statuses: statuses, shape: shape.map(make))
    }
}

/// Thrown if a response has a status that the operation does not declare.
public struct UnexpectedStatus: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status.
    public let status: Int

    /// What is wrong.
    public var description: String { "the operation does not declare a result for the status \(status)" }
}
