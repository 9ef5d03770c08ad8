import ModelgenDiagnostics
import ModelgenParsing

extension Node {
    /// A string that is not in any file.
    convenience init(made text: String, _ style: Scalar.Style = .plain, in file: SourceFile) {
        self.init(.scalar(Scalar(text: text, style: style)), file: file, start: 0, end: 0)
    }

    /// The string, if it is a YAML string and not a number, Boolean or null.
    var string: String? {
        guard case .scalar(let scalar) = content else { return nil }
        if scalar.style == .plain, isNull || flag != nil || isNumber { return nil }
        return scalar.text
    }

    /// `true` or `false`.
    var flag: Bool? {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return nil }
        switch scalar.text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    var isNumber: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return Double(scalar.text) != nil && scalar.text.first.map { "+-.0123456789".contains($0) } == true
    }

    var isInteger: Bool { isNumber && (text.map { Int64($0) != nil } ?? false) }
}
