import ModelgenDatabase
import ModelgenSchema

/// A conformance without members: they are in the runtime, or the user writes them.
package struct ConformancePlan: Sendable {
    /// The reason for it, on one line.
    package var comment: String
    package var type: String
    package var protocols: [String]
    /// The library that has the protocols.
    package var library: TypeSpelling.Library
}

extension ModelPlanning {
    /// The user's hooks. The compiler reports missing ones.
    func hooks() -> ConformancePlan? {
        guard !model.hooks.isEmpty else { return nil }
        let hooks = Hook.allCases.filter(model.hooks.contains)
        let names = hooks.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return conformance(
            to: hooks.map(\.protocolName), of: .hooks, "\(names): yours to write, in a `nonisolated` extension.")
    }

    /// The conformance of a union that occurs in a path, a query or a form.
    func parameterValue() -> ConformancePlan {
        conformance(to: ["ParameterValue"], of: .rest, "Sent in paths, queries and forms.")
    }

    /// The conformance of a model that others store in a column.
    func columnValue() -> ConformancePlan? {
        guard schema.isColumnValue(model.name) else { return nil }
        return conformance(to: ["SQLiteJSONValue"], of: .sqlite, "Stored in a column as JSON.")
    }

    private func conformance(
        to protocols: [String], of library: TypeSpelling.Library, _ comment: String
    ) -> ConformancePlan {
        ConformancePlan(
            comment: comment, type: model.name.escaped, protocols: protocols.map { types.library($0, of: library) },
            library: library)
    }
}

extension Hook {
    fileprivate var protocolName: String {
        switch self {
        case .willDecode: "JSONWillDecoding"
        case .didDecode: "JSONDidDecoding"
        case .willEncode: "JSONWillEncoding"
        case .didEncode: "JSONDidEncoding"
        }
    }
}
