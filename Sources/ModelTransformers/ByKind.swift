import ModelLeniency
import ModelRuntime

/// A transformer for a value that is sometimes a number and sometimes a string.
///
///     // 1295602506 and "2011-01-21 09:35:06" are both read; a number is written.
///     ByKind(number: UnixSeconds(), string: DateFormat("yyyy-MM-dd HH:mm:ss"))
///
/// The first transformer is used for writing, so `ByKind(string: …, number: …)` writes a string. For more kinds, nest
/// another `ByKind`, or use a transformer of ``JSON``.
public struct ByKind<NumberForm: Transformer, StringForm: Transformer>: Transformer
where NumberForm.Value == StringForm.Value, NumberForm.Source: JSONValue, StringForm.Source: JSONValue {
    /// The external form: a number or a string.
    public enum Source: JSONValue {
        /// The form that is a number.
        case number(NumberForm.Source)
        /// The form that is a string.
        case string(StringForm.Source)

        /// Reads a string for the string transformer, and anything else for the number transformer.
        public init(reading source: inout JSONSource) throws {
            if try source.textKind() ?? source.peekKind() == .string {
                self = .string(try source.read(StringForm.Source.self))
            } else {
                self = .number(try source.read(NumberForm.Source.self))
            }
        }

        /// Writes the form.
        public func write(to sink: inout JSONSink) throws {
            switch self {
            case .number(let form): try form.write(to: &sink)
            case .string(let form): try form.write(to: &sink)
            }
        }
    }

    private let number: NumberForm
    private let string: StringForm
    private let written: JSONKind

    /// Creates a transformer that reads numbers with `number` and strings with `string`, and writes with `number`.
    public init(number: NumberForm, string: StringForm) {
        self.number = number
        self.string = string
        written = .number
    }

    /// Creates a transformer that reads numbers with `number` and strings with `string`, and writes with `string`.
    public init(string: StringForm, number: NumberForm) {
        self.number = number
        self.string = string
        written = .string
    }

    /// Converts the form with the transformer for its kind.
    public func decode(_ source: Source) throws -> NumberForm.Value {
        switch source {
        case .number(let form): try number.decode(form)
        case .string(let form): try string.decode(form)
        }
    }

    /// Converts the value to the form that is written.
    public func encode(_ value: NumberForm.Value) throws -> Source {
        written == .string ? .string(try string.encode(value)) : .number(try number.encode(value))
    }
}
