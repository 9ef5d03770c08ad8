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

func mockCall(_ title: String, _ hasExample: Bool, _ work: () async throws -> Void) async {
    do {
        try await work()
        await MockLog.shared.note(title, hasExample: hasExample, nil)
    } catch {
        await MockLog.shared.note(title, hasExample: hasExample, "\(error)")
    }
}

@main
enum MockProgram {
    static func main() async {
        let base = CommandLine.arguments[1]
        let api = __SERVICE__(baseURL: { base })
        __PARTS__
    }
}
