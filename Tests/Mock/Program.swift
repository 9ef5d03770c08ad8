import Foundation
import ModelREST
import ModelRuntime
import ModelTransfers

/// A value of a parameter or a body, read by its own type.
func mockValue<Value: JSONValue>(_ json: String) throws -> Value { try Value(json: json) }

let mockFile = UploadSource.data(Data("a file".utf8))

/// The results of the calls, one line each: `ok`, `none`, `failed` or `other`, the operation, the number of its
/// example, the reason.
actor MockLog {
    static let shared = MockLog()

    private var numbers: [String: Int] = [:]

    func note(_ title: String, hasExample: Bool, _ failure: String?) {
        let number = numbers[title, default: 0]
        numbers[title] = number + 1
        let kind = failure == nil ? (hasExample ? "ok" : "none") : (hasExample ? "failed" : "other")
        print("\(kind)\t\(title)\t\(number)\t\((failure ?? "").replacing("\n", with: " "))")
    }
}

func mockCall(_ title: String, _ hasExample: Bool, _ work: () async throws -> some Any) async {
    do {
        _ = try await work()
        await MockLog.shared.note(title, hasExample: hasExample, nil)
    } catch {
        await MockLog.shared.note(title, hasExample: hasExample, "\(error)")
    }
}

/// A value as JSON: of a page its items, of an outcome its value.
func mockText(_ value: Any) -> String? {
    if let value = value as? any JSONValue {
        return (try? value.jsonData()).map { String(decoding: $0, as: UTF8.self) }
    }
    return Mirror(reflecting: value).children.first.flatMap { mockText($0.value) }
}

nonisolated(unsafe) var mockRound = ""

/// What becomes of random answers.
func mockAnswers(_ title: String, _: Bool, _ work: () async throws -> some Any) async {
    for number in 0..<14 {
        mockRound = "/answer-\(number)"
        do {
            let value = try await work()
            print("answer\t\(title)\t\(number)\t\(mockText(value) ?? "")")
        } catch {
            print("refused\t\(title)\t\(number)\t\("\(error)".replacing("\n", with: " "))")
        }
    }
}

@main
enum MockProgram {
    static func main() async {
        let (host, prefix) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let api = __SERVICE__(baseURL: { host + mockRound + prefix })
        __PARTS__
    }
}
