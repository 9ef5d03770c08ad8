import ModelREST
import ModelRuntime

// Parameters whose values have members: `deepObject` of OpenAPI, or JSON.

extension Parameters {
    /// Sets `key[name]` for each named value, in the order of the names (`deepObject` of OpenAPI): `filter[a]=1`.
    public mutating func set<Value: ParameterValue>(_ key: String, _ values: [String: Value]?) {
        for (name, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) { set("\(key)[\(name)]", value) }
    }

    /// Sets `key[name]` for each member of a value, and `key[0]` for each element of a list, at any depth:
    /// `address[city]=Bonn&items[0][price]=5` (`deepObject` of OpenAPI, which does not define anything below the first
    /// level). Null is not sent.
    public mutating func set<Value: JSONValue>(deep key: String, _ value: Value?) {
        guard let value else { return }
        do {
            set(deep: key, json: try JSON(encoding: value))
        } catch {
            problem = problem ?? "the value of `\(key)` cannot be written as JSON"
        }
    }

    /// Sets `key` to a value as JSON: `filter={"city":"Bonn"}`; nil leaves it unchanged.
    public mutating func set<Value: JSONValue>(_ key: String, json value: Value?) {
        guard let value else { return }
        do {
            set(key, String(decoding: try value.jsonData(), as: UTF8.self))
        } catch {
            problem = problem ?? "the value of `\(key)` cannot be written as JSON"
        }
    }

    private mutating func set(deep key: String, json: JSON) {
        switch json {
        case .null: break
        case .bool(let value): set(key, value)
        case .integer(let value): set(key, value)
        case .number(let value): set(key, value.literal)
        case .string(let value): set(key, value)
        case .array(let elements):
            for (index, element) in elements.enumerated() { set(deep: "\(key)[\(index)]", json: element) }
        case .object(let object):
            for member in object { set(deep: "\(key)[\(member.key)]", json: member.value) }
        }
    }

    /// Sets `key[name]` for each named value, converted by a transformer.
    public mutating func set<Form: Transformer>(_ key: String, _ values: [String: Form.Value]?, using form: Form)
    where Form.Source: ParameterValue {
        for (name, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
            set("\(key)[\(name)]", value, using: form)
        }
    }
}
