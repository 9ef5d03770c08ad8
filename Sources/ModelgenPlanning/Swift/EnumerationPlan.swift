import ModelgenDatabase
import ModelgenSchema

/// An enum with raw values, open or closed.
package struct EnumerationPlan: Sendable {
    package var documentation: [String]
    package var access: String
    package var name: String
    package var rawType: String
    package var conformances: [String]
    /// Where its values are used, which decides what it conforms to.
    var uses: Enumeration.Uses
    package var cases: [CasePlan]
    /// Whether it has `case unknown(Int)` with its documentation, to keep unknown raw values.
    package var keepsUnknown: Bool
    /// The case that stands for unknown raw values, if there is one: `other`.
    package var fallback: String?
    package var isClosed: Bool { !keepsUnknown && fallback == nil }
}

package struct CasePlan: Sendable {
    package var documentation: [String]
    package var name: String
    package var rawValue: String
    /// Whether Swift considers the raw value equal to one with different code points: `é` as one scalar or as two.
    package var hasOtherForms: Bool
    /// The raw value, if it is not the one that Swift would infer.
    package var explicitRawValue: String?
}

extension Enumeration {
    /// Where an enum's values are used, besides JSON.
    struct Uses: OptionSet {
        let rawValue: Int

        /// In columns.
        static let stored = Uses(rawValue: 1)
        /// In a path, a query or a form.
        static let parameter = Uses(rawValue: 2)
    }

    func plan(types: TypeSpelling, uses: Uses, options: GenerationOptions) -> EnumerationPlan {
        let rawName = types.library(rawType.rawValue, of: .swift)
        func swift(_ name: String) -> String { types.library(name, of: .swift) }
        var conformances =
            [unknown == .fail ? rawName : swift("RawRepresentable")]
            + ["Hashable", "Sendable", "CaseIterable"].map(swift)
        if options.emits.contains(.json) {
            conformances.append(types.library("JSONEnum", of: .runtime))
        }
        if uses.contains(.stored) { conformances.append(types.library("SQLiteValue", of: .sqlite)) }
        if uses.contains(.parameter) { conformances.append(types.library("ParameterValue", of: .rest)) }
        let fallback: String? = if case .fallback(let name) = unknown { name.escaped } else { nil }
        return EnumerationPlan(
            documentation: documentationLines(documentation).asDocumentation,
            access: options.access.modifier, name: name.escaped, rawType: rawName, conformances: conformances,
            uses: uses,
            cases: cases.map { each in
                CasePlan(
                    documentation: documentationLines(each.documentation).asDocumentation, name: each.name.escaped,
                    rawValue: each.rawValueText, hasOtherForms: !each.rawValueText.utf8.allSatisfy { $0 < 0x80 },
                    explicitRawValue: each.rawValue == .string(each.name.text) ? nil : each.rawValueText)
            },
            keepsUnknown: unknown == .keep, fallback: fallback)
    }
}

extension Enumeration.Case {
    fileprivate var rawValueText: String {
        switch rawValue {
        case .string(let text): SwiftLiteral.string(text)
        case .integer(let digits), .number(let digits): digits
        case .null, .boolean, .list, .dictionary, .enumCase:
            preconditionFailure("a raw value is a string or an integer")
        }
    }
}
