import ModelgenDatabase
import ModelgenSchema

/// A conformance that stands alone: its members are in the runtime, or written by the user.
package struct ConformancePlan: Sendable {
    /// Why it is there, in one line.
    package var comment: String
    /// `nonisolated extension Post: JSONDidDecoding {}`
    package var declaration: [String]
    package var protocols: [String]
    /// The library that has the protocols.
    package var library: TypeSpelling.Library

    init(
        comment: String, type: String, protocols: [String], of library: TypeSpelling.Library, types: TypeSpelling
    ) {
        self.init(
            comment: comment, type: type, protocols: protocols.map { types.library($0, of: library) }, of: library)
    }

    /// The conformance of another module's type, with the library before the protocol's name.
    init(comment: String, type: String, qualified name: String, of library: TypeSpelling.Library) {
        self.init(comment: comment, type: type, protocols: ["\(library.rawValue).\(name)"], of: library)
    }

    private init(comment: String, type: String, protocols: [String], of library: TypeSpelling.Library) {
        self.comment = comment
        self.library = library
        self.protocols = protocols
        let list = protocols.joined(separator: ", ")
        let head = "nonisolated extension \(type):"
        declaration =
            head.count + list.count + 4 <= 120 ? ["\(head) \(list) {}"] : [head, "    \(list)", "{}"]
    }
}

extension ModelPlanning {
    /// The functions of the user's that take part in the mapping: the compiler misses those that are not there.
    func hooks() -> ConformancePlan? {
        guard !model.hooks.isEmpty else { return nil }
        let hooks = Hook.allCases.filter(model.hooks.contains)
        let names = hooks.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return ConformancePlan(
            comment: "\(names): written by you, in an extension.", type: model.name.escaped,
            protocols: hooks.map(\.protocolName), of: .runtime, types: types)
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
