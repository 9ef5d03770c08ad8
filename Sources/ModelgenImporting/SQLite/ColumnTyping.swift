import ModelgenSchema

/// What a column becomes in Swift.
struct ColumnType: Equatable {
    var type: Scalar
    var transformer: String?
    /// What a person should know about the decision.
    var comment: String?
    /// Whether the database left it open.
    var isGuess = false

    /// How SQL declares such a field without being told.
    var storage: StorageClass {
        switch (type, transformer) {
        case (.date, "unixMilliseconds"): .integer
        case (.date, "unixSeconds"), (.double, _), (.float, _): .real
        case (.date, _): .text
        case (.data, _): .blob
        case (.int64, _), (.bool, _), (.int, _): .integer
        default: .text
        }
    }
}

/// Decides what a column holds: by its declared type, its values and its name.
struct ColumnTyping {
    let name: String
    let declared: String
    /// Those that are not null.
    let values: [DatabaseFacts.Value]
    let isKey: Bool

    init(_ column: TableFacts.Column, values: [DatabaseFacts.Value]) {
        name = column.name
        declared = column.declaredType.uppercased()
        self.values = values.filter { $0 != .null }
        isKey = column.keyPosition > 0
    }

    var type: ColumnType {
        let usual = byDeclaration
        if values.isEmpty || fits(usual) { return usual }
        // SQLite lets a column hold what its type does not say.
        var actual = byValues
        actual.comment = "declared as \(declared.isEmpty ? "nothing" : declared), and holds \(contents)"
        actual.isGuess = true
        return actual
    }

    private var words: [String] { SwiftNaming.words(of: name).map { $0.lowercased() } }

    private var byDeclaration: ColumnType {
        if declared.isEmpty || declared == "ANY" { return untyped }
        if declared.contains("BOOL") {
            return allIntegers(in: 0...1) ? ColumnType(type: .bool) : ColumnType(type: .int64)
        }
        // https://www.sqlite.org/datatype3.html#determination_of_column_affinity, in its order.
        if declared.contains("INT") { return integer }
        if declared.contains("CHAR") || declared.contains("CLOB") || declared.contains("TEXT") { return text }
        if declared.contains("BLOB") { return ColumnType(type: .data) }
        if declared.contains("REAL") || declared.contains("FLOA") || declared.contains("DOUB") {
            return ColumnType(type: .double)
        }
        if !isKey, declared.contains("DATE") || declared.contains("TIME") { return moment }
        if declared.contains("JSON") { return ColumnType(type: .json) }
        if declared.contains("STRING") || declared.contains("UUID") || declared.contains("URL") {
            return ColumnType(type: .string)
        }
        if values.isEmpty || values.allSatisfy(\.isNumber) { return ColumnType(type: .double) }
        return untyped
    }

    private var integer: ColumnType {
        let isFlag = ["is", "has", "can", "should"].contains(words.first ?? "") && words.count > 1
        if !isKey, isFlag || declared == "TINYINT(1)", !values.isEmpty, allIntegers(in: 0...1) {
            return ColumnType(type: .bool)
        }
        guard !isKey, isTime, !values.isEmpty else { return ColumnType(type: .int64) }
        if allIntegers(in: 1_000_000_000...4_200_000_000) {
            return ColumnType(type: .date, transformer: "unixSeconds", comment: "taken for seconds since 1970")
        }
        if allIntegers(in: 1_000_000_000_000...4_200_000_000_000) {
            return ColumnType(
                type: .date, transformer: "unixMilliseconds", comment: "taken for milliseconds since 1970")
        }
        return ColumnType(type: .int64)
    }

    private var text: ColumnType {
        guard !isKey, !values.isEmpty, let form = forms.first, form.type == .date else {
            return ColumnType(type: .string)
        }
        // In a column, a date without a transformer is a number.
        return ColumnType(type: .date, transformer: form.transformer ?? "rfc3339")
    }

    /// A column that is declared as a date, which SQLite has no type for.
    private var moment: ColumnType {
        if values.isEmpty {
            let hasTime = declared.contains("TIME")
            let pattern = hasTime ? StringForm.moment : StringForm.day
            return ColumnType(
                type: .date, transformer: pattern.transformer,
                comment: "\(declared), of which there are no values yet: taken for a text", isGuess: true)
        }
        if values.allSatisfy(\.isText) {
            guard let form = forms.first, form.type == .date else { return ColumnType(type: .string) }
            return ColumnType(type: .date, transformer: form.transformer ?? "rfc3339")
        }
        if allIntegers(in: 1_000_000_000...4_200_000_000) {
            return ColumnType(type: .date, transformer: "unixSeconds", comment: "taken for seconds since 1970")
        }
        if allIntegers(in: 1_000_000_000_000...4_200_000_000_000) {
            return ColumnType(
                type: .date, transformer: "unixMilliseconds", comment: "taken for milliseconds since 1970")
        }
        return byValues
    }

    private var untyped: ColumnType {
        var type = byValues
        type.comment = values.isEmpty ? "has no type, and no values yet" : "has no type; holds \(contents)"
        type.isGuess = true
        return type
    }

    private var byValues: ColumnType {
        if values.isEmpty { return ColumnType(type: .data) }
        if values.allSatisfy(\.isInteger) { return ColumnType(type: .int64) }
        if values.allSatisfy(\.isNumber) { return ColumnType(type: .double) }
        if values.contains(.blob) { return ColumnType(type: .data) }
        return ColumnType(type: .string)
    }

    // MARK: Values

    /// Whether the type can read the values.
    private func fits(_ type: ColumnType) -> Bool {
        switch type.storage {
        case .integer: values.allSatisfy(\.isInteger)
        case .real: values.allSatisfy(\.isNumber)
        case .text: values.allSatisfy(\.isText)
        case .blob: values.allSatisfy { $0 == .blob }
        }
    }

    private var contents: String {
        var kinds: [String] = []
        if values.contains(where: \.isInteger) { kinds.append("integers") }
        if values.contains(where: { $0.isNumber && !$0.isInteger }) { kinds.append("numbers") }
        if values.contains(where: \.isText) { kinds.append("texts") }
        if values.contains(.blob) { kinds.append("blobs") }
        return kinds.joined(separator: " and ")
    }

    /// What each of the texts may be.
    private var forms: [StringForm] {
        var facts = StringFacts()
        for case .text(let text) in values { facts.note(text) }
        return facts.forms
    }

    private func allIntegers(in range: ClosedRange<Int64>) -> Bool {
        values.allSatisfy { value in
            if case .integer(let number) = value { return range.contains(number) }
            return false
        }
    }

    private var isTime: Bool { FieldInference.isTime(name) }
}

extension DatabaseFacts.Value {
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real: true
        case .null, .text, .blob: false
        }
    }
}
