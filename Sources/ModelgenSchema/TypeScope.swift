/// The names in the scope of a type, by kind.
///
/// This does not rely on a handwritten list: the members of protocols are read from the sources of the runtimes
/// (``RuntimeProtocol``), and the plans know what else is declared.
package struct TypeScope: Sendable {
    /// The types inside it: `Columns`, `ID`.
    package var types: Set<String> = []
    /// Static properties and functions: `table`, `find`.
    package var statics: Set<String> { members(\.statics).union(ownStatics) }
    /// The statics that no protocol requires: `fieldList`.
    package var ownStatics: Set<String> = []
    /// The methods of its values.
    package var methods: Set<String> { members(\.methods) }
    /// The properties of its values that protocols require: `primaryKey`.
    package var properties: Set<String> { members(\.properties) }
    /// The properties of its values that extensions add. A type may declare properties with these names itself. They
    /// still hide types.
    package var extensionProperties: Set<String> { members(\.extensionProperties) }

    /// All members that are not types.
    package var members: Set<String> { statics.union(methods).union(properties).union(extensionProperties) }

    /// The protocols whose members are included. Many protocols inherit from the same ones.
    private var included: Set<String> = []

    package init() {}

    /// Creates a scope with the members that these protocols provide.
    package init(of protocols: [String]) { conform(to: protocols) }

    /// Adds the members of protocols and of those from which they inherit. The names may be qualified:
    /// `Swift.Hashable`.
    package mutating func conform(to protocols: [String]) {
        for name in protocols {
            let name = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.index(after: $0)...]) } ?? name
            guard let known = RuntimeProtocol.all[name], included.insert(name).inserted else { continue }
            types.formUnion(known.types)
            conform(to: known.inherited)
        }
    }

    /// Whether it has a static member with this name.
    package func hasStatic(_ name: String) -> Bool {
        ownStatics.contains(name) || included.contains { RuntimeProtocol.all[$0]?.statics.contains(name) ?? false }
    }

    private func members(_ kind: (RuntimeProtocol) -> [String]) -> Set<String> {
        Set(included.flatMap { RuntimeProtocol.all[$0].map(kind) ?? [] })
    }
}

/// A protocol to which generated code conforms, with the members that it provides.
struct RuntimeProtocol: Sendable {
    let inherited: [String]
    let types: [String]
    let statics: [String]
    let properties: [String]
    let methods: [String]
    let extensionProperties: [String]

    /// Each argument is a list of names separated by spaces, as `make protocols` writes it.
    init(
        inherited: String = "", types: String = "", statics: String = "", properties: String = "", methods: String = "",
        extensionProperties: String = ""
    ) {
        func names(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        self.inherited = names(inherited)
        self.types = names(types)
        self.statics = names(statics)
        self.properties = names(properties)
        self.methods = names(methods)
        self.extensionProperties = names(extensionProperties)
    }
}
