import ModelgenSchema

/// The type of a column in Swift.
struct ColumnType: Equatable {
    var type: Scalar
    var transformer: String?
    /// A comment for the user about the decision.
    var comment: String?
    /// Whether the database does not determine the type.
    var isGuess = false
    /// A type that makes SQLite convert values as this one does.
    var affinity = "BLOB"
    /// Whether it has values of several storage classes: then its type is `DatabaseValue`, which keeps all of them.
    var isOfAnyClass = false

    static let ofAnyClass = ColumnType(type: .data, isOfAnyClass: true)

    /// The type as it is written for a field.
    var name: String { isOfAnyClass ? ExternalType.databaseValue.name.text : type.rawValue }

    /// The default storage class of such a field.
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

/// Decides the type of a column from its declared type, its values and its name.
struct ColumnTyping {
    let name: String
    let declared: String
    let values: ColumnFacts
    let isKey: Bool

    init(_ column: TableFacts.Column, values: ColumnFacts?) {
        name = column.name
        declared = column.declaredType.uppercased()
        self.values = values ?? ColumnFacts()
        isKey = column.keyPosition > 0
    }

    var type: ColumnType {
        var type = likelyType
        type.affinity = ColumnAffinity(declared: declared).rawValue
        return type
    }

    private var likelyType: ColumnType {
        let usual = byDeclaration
        if fits(usual) { return usual }
        // SQLite allows values in a column that its type does not suggest.
        var actual = byValues
        actual.comment = "declared as \(declared.isEmpty ? "nothing" : declared), and holds \(contents)"
        actual.isGuess = true
        return actual
    }

    private var words: [String] { SwiftNaming.words(of: name).map { $0.lowercased() } }

    private var byDeclaration: ColumnType {
        if declared.isEmpty || declared == "ANY" { return untyped }
        if declared.contains("BOOL") {
            return values.count == 0 || allIntegers(in: 0...1) ? ColumnType(type: .bool) : ColumnType(type: .int64)
        }
        switch ColumnAffinity(declared: declared) {
        case .integer: return integer
        case .text: return text
        case .blob: return ColumnType(type: .data)
        case .real: return ColumnType(type: .double)
        case .numeric: break
        }
        if !isKey, declared.contains("DATE") || declared.contains("TIME") { return moment }
        if declared.contains("JSON") { return ColumnType(type: values.areJSON && !isKey ? .json : .string) }
        if declared.contains("STRING") || declared.contains("UUID") || declared.contains("URL") {
            return ColumnType(type: .string)
        }
        let isNumber = ["NUMERIC", "NUMBER", "DEC", "MONEY", "CURRENCY", "FIXED"].contains { declared.contains($0) }
        if values.numbers == values.count, values.count > 0 || isNumber {
            return values.fitDoubles ? ColumnType(type: .double) : byValues
        }
        return untyped
    }

    private var integer: ColumnType {
        let isFlag = ["is", "has", "can", "should"].contains(words.first ?? "") && words.count > 1
        if !isKey, isFlag || declared == "TINYINT(1)", values.areIntegers(in: 0...1) {
            return ColumnType(type: .bool)
        }
        return (isKey || !isTime ? nil : unixTime) ?? ColumnType(type: .int64)
    }

    /// A date, if the integers are in a range that is unusual for other numbers.
    private var unixTime: ColumnType? {
        if allIntegers(in: 1_000_000_000...4_200_000_000) {
            return ColumnType(type: .date, transformer: "unixSeconds", comment: "taken for seconds since 1970")
        }
        if allIntegers(in: 1_000_000_000_000...4_200_000_000_000) {
            return ColumnType(
                type: .date, transformer: "unixMilliseconds", comment: "taken for milliseconds since 1970")
        }
        return nil
    }

    private var text: ColumnType {
        guard !isKey, let form = dateForm else {
            return ColumnType(type: .string)
        }
        return ColumnType(type: .date, transformer: form)
    }

    /// A column declared as a date, for which SQLite has no type.
    private var moment: ColumnType {
        if values.count == 0 {
            let comment = "\(declared), without values yet: taken for a string"
            let hasTime = declared.contains("TIME")
            // A time of day is not a `Date`.
            if hasTime, !declared.contains("DATE"), !declared.contains("STAMP") {
                return ColumnType(type: .string, comment: comment, isGuess: true)
            }
            let pattern = hasTime ? StringForm.moment : StringForm.day
            return ColumnType(type: .date, transformer: pattern.transformer, comment: comment, isGuess: true)
        }
        if values.texts == values.count {
            guard let form = dateForm else { return ColumnType(type: .string) }
            return ColumnType(type: .date, transformer: form)
        }
        return unixTime ?? byValues
    }

    private var untyped: ColumnType {
        // Without values, all kinds are possible.
        var type = values.count == 0 ? .ofAnyClass : byValues
        let kind = declared.isEmpty || declared == "ANY" ? "no type" : "a type that SQLite does not know"
        type.comment = "has \(kind)" + (values.count == 0 ? ", and no values yet" : "; holds \(contents)")
        type.isGuess = true
        return type
    }

    private var byValues: ColumnType {
        let count = values.count
        if count == values.blobs { return ColumnType(type: .data) }
        if count == values.integers { return ColumnType(type: .int64) }
        if count == values.reals || (count == values.numbers && values.fitDoubles && !keepsClasses) {
            return ColumnType(type: .double)
        }
        return count == values.texts && values.malformedTexts == 0 ? ColumnType(type: .string) : .ofAnyClass
    }

    /// Whether the column has no affinity and so distinguishes an integer from a fraction of the same value
    /// (https://www.sqlite.org/datatype3.html#determination_of_column_affinity): a double would write both the same
    /// way.
    private var keepsClasses: Bool { declared.isEmpty || declared == "ANY" || declared.contains("BLOB") }

    // MARK: Values

    /// Whether the type can read the values.
    func fits(_ type: ColumnType) -> Bool {
        if values.count == 0 || type.isOfAnyClass { return true }
        return switch (type.type, type.storage) {
        case (.bool, _): allIntegers(in: 0...1)
        case (_, .integer): values.integers == values.count
        case (_, .real): values.numbers == values.count && values.fitDoubles
        case (.json, .text): values.texts == values.count && values.areJSON
        case (.date, .text):
            values.texts == values.count && values.forms.contains { $0.transformer == type.transformer }
        case (_, .text): values.texts == values.count && values.malformedTexts == 0
        case (_, .blob): values.blobs == values.count
        }
    }

    private var contents: String {
        var kinds: [String] = []
        if values.integers > 0 { kinds.append("integers") }
        if values.reals > 0 { kinds.append("numbers") }
        if values.texts > values.malformedTexts { kinds.append("texts") }
        if values.malformedTexts > 0 { kinds.append("strings that are not UTF-8") }
        if values.blobs > 0 { kinds.append("blobs") }
        return kinds.joined(separator: " and ")
    }

    /// The transformer that reads all strings as dates and writes each unchanged; in a column, a date without a
    /// transformer is a number.
    private var dateForm: String? { values.forms.lazy.compactMap(\.columnTransformer).first }

    private func allIntegers(in range: ClosedRange<Int64>) -> Bool { values.areIntegers(in: range) }

    private var isTime: Bool { FieldInference.isTime(name) }
}
