import Foundation
import ModelRuntime
import SeededNumbers
import Testing

/// Random documents, valid and broken, with and without Codable: values and failures must be the same.
@Suite("The direct reader and Codable agree")
struct DifferentialTests {
    private struct Documents {
        var random: SeededNumbers

        mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }

        mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 0..<100, using: &random) < percent
        }

        mutating func string() -> String {
            pick([
                "\"\"", "\"a\"", "\"héllo\"", "\"\\u00e9\\n\"", "\"😀\"", "\"35\"", "\"true\"", "\"https://a.b/c\"",
                "\"2011-01-21T09:35:06Z\"",
            ])
        }

        /// Whether there are numbers that no Decoder can hold.
        var hasHugeNumbers = false

        mutating func number() -> String {
            if hasHugeNumbers, chance(10) { return "1e400" }
            return pick([
                "0", "1", "-1", "35", "1.5", "1e3", "-0", "2.50", "1295602506250", "9223372036854775807", "0.1",
            ])
        }

        mutating func any(_ depth: Int = 0) -> String {
            switch Int.random(in: 0..<(depth > 2 ? 5 : 7), using: &random) {
            case 0: return "null"
            case 1: return pick(["true", "false"])
            case 2, 3: return number()
            case 4: return string()
            case 5:
                return "["
                    + (0..<Int.random(in: 0..<3, using: &random)).map { _ in any(depth + 1) }.joined(separator: ",")
                    + "]"
            default:
                return "{"
                    + (0..<Int.random(in: 0..<3, using: &random)).map { "\"k\($0)\":" + any(depth + 1) }.joined(
                        separator: ","
                    ) + "}"
            }
        }

        /// A value that is usually of the right kind.
        mutating func value(_ right: String) -> String {
            chance(4) ? any() : right
        }

        mutating func object(_ members: [(String, String)]) -> String {
            var members = members.filter { _ in !chance(6) }
            if chance(40) { members.shuffle(using: &random) }
            if chance(20) { members.append(("extra", any())) }
            if chance(3), let member = members.first { members.append((member.0, any())) }
            let space = pick(["", "", " ", "\n  "])
            return "{" + members.map { "\(space)\"\($0.0)\":\(space)\($0.1)" }.joined(separator: ",") + "\(space)}"
        }

        mutating func author() -> String {
            let text = object([
                ("name", value(string())), ("age", value(pick(["35", "\"35\"", "null"]))),
                ("gender", value(pick(["0", "1", "9"]))), ("is_active", value(pick(["true", "0", "\"yes\""]))),
            ])
            return chance(80) ? text.replacingOccurrences(of: "\"extra\"", with: "\"name\"") : text
        }

        mutating func post() -> String {
            let avatar = object([("url", value("\"https://a.b/c.png\"")), ("width", "7")])
            let tags = "[" + (0..<3).map { _ in value(string()) }.joined(separator: ",") + "]"
            return object([
                ("id", value("1")), ("user_id", value(number())), ("title", value(string())), ("body", value(string())),
                ("user", value(object([("avatar_image", value(avatar))]))),
                ("related", value(object([("tags", value(tags))]))),
                ("nick_name", value(pick(["null", string()]))), ("nickname", value(string())),
                ("created_at", value("1295602506250")), ("password", value(string())), ("author", value(author())),
                ("tags", value(tags)),
                ("scores", value(object([("1", value("5")), ("0", value("6")), ("12", value("7"))]))),
                ("meta", value(object([("a", any()), ("b", any())]))),
            ])
        }

        /// A byte changed, removed, added or moved.
        mutating func broken(_ text: String) -> [UInt8] {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let position = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: position)
                case 2: bytes.insert(pick(Array("\"\\{}[]:,0-.e \u{1}".utf8)), at: position)
                default: bytes.removeSubrange(position...)
                }
            }
            return bytes
        }
    }

    private func outcome<Value>(_ body: () throws -> Value) -> Result<Value, any Error> {
        Result { try body() }
    }

    private func ourError(_ error: any Error) -> JSONError? {
        guard let error = error as? DecodingError else { return error as? JSONError }
        switch error {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context):
            return context.underlyingError as? JSONError
        @unknown default: return nil
        }
    }

    @Test("for valid JSON: values, failures and their paths")
    func valid() throws {
        var documents = Documents(random: SeededNumbers(seed: 10))
        var succeeded = 0
        var failed = 0
        for _ in 0..<2500 {
            let text = documents.post()
            let direct = outcome { try Post(json: text) }
            let codable = outcome { try JSONDecoder().decode(Post.self, from: Data(text.utf8)) }
            switch (direct, codable) {
            case (.success(let a), .success(let b)):
                succeeded += 1
                #expect(a == b, "\(text)")
                #expect(try Post(json: a.jsonData()) == a)
                #expect(try Post(json: JSONEncoder().encode(a)) == a)
            case (.failure(let a), .failure(let b)):
                failed += 1
                // With one thing wrong, both report the same; with more, each may report a different one, depending on
                // its order.
                #expect(ourError(a) != nil && ourError(b) != nil, "\(a) \(b)")
            default:
                Issue.record("\(text)\n\(direct)\n\(codable)")
            }
        }
        #expect(succeeded > 500)
        #expect(failed > 500)
    }

    @Test("for broken documents: what one accepts, the other does, too")
    func broken() throws {
        var documents = Documents(random: SeededNumbers(seed: 11))
        for _ in 0..<3000 {
            let bytes = documents.broken(documents.post())
            let direct = outcome { try Post(json: bytes) }
            let codable = outcome { try JSONDecoder().decode(Post.self, from: Data(bytes)) }
            switch (direct, codable) {
            case (.success(let a), .success(let b)): #expect(a == b)
            case (.failure, .failure): break
            case (.failure(let error), .success):
                // JSONDecoder does not validate strings that are not read; this reader does.
                let kind = (error as? JSONError)?.kind
                #expect(
                    kind == .invalidUnicode || kind == .syntax,
                    "\(String(decoding: bytes, as: UTF8.self))\n\(error)"
                )
            case (.success, .failure(let error)):
                Issue.record("\(String(decoding: bytes, as: UTF8.self))\n\(error)")
            }
        }
    }

    @Test("for any JSON")
    func anything() throws {
        var documents = Documents(random: SeededNumbers(seed: 12), hasHugeNumbers: true)
        for _ in 0..<5000 {
            let text = documents.any()
            let direct = outcome { try JSON(json: text) }
            let codable = outcome { try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }
            switch (direct, codable) {
            case (.success(let a), .success(let b)): #expect(a == b || text.contains("e400"), "\(text)")
            case (.failure, .failure): break
            // A Decoder cannot hold numbers beyond a Double.
            default: #expect(text.contains("e400"), "\(text)\n\(direct)\n\(codable)")
            }
        }
    }
}
