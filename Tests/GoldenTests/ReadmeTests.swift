import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
    private let readme: String
    private let root = GoldenCase.root

    init() throws {
        readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    /// The blocks between fences of that language, in their order.
    private func blocks(_ language: String) -> [String] {
        readme.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    @Test("the YAML that it shows is the example's")
    func yaml() throws {
        let model = try String(
            contentsOf: root.appending(path: "Schemas/Blog/post.model.yaml"), encoding: .utf8)
        #expect(blocks("yaml").contains { $0 + "\n" == model })
    }

    @Test("every line of the generated code that it shows is generated")
    func swift() throws {
        let generated = try String(
            contentsOf: root.appending(path: "Sources/BlogExample/Generated/post.model.swift"), encoding: .utf8)
        let lines = Set(generated.components(separatedBy: "\n"))
        let block = try #require(blocks("swift").first { $0.contains("nonisolated struct Post") })
        for line in block.components(separatedBy: "\n") where !line.contains("…") {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test("the lines that it shows of their use are run by a test, in their order")
    func use() throws {
        let block = try #require(blocks("swift").first { $0.hasPrefix("// JSON") })
        let test = try String(
            contentsOf: root.appending(path: "Tests/BlogExampleTests/ReadmeExamples.swift"), encoding: .utf8)
        // A comment behind code may stand farther off in the README.
        func lines(_ text: String) -> [String] {
            text.replacing(#/(?<code>\S) +// /#) { "\($0.code)  // " }.components(separatedBy: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        var rest = lines(test)[...]
        for line in lines(block) where !line.isEmpty {
            let wanted = line.components(separatedBy: " … }").first ?? line
            let place = rest.firstIndex { line.contains("…") ? $0.hasPrefix(wanted) : $0 == wanted }
            #expect(place != nil, "\(line)")
            if let place { rest = rest[(place + 1)...] }
        }
    }

    @Test("the commands that it names are there")
    func commands() throws {
        let makefile = try String(contentsOf: root.appending(path: "Makefile"), encoding: .utf8)
        for target in ["demo", "test"] {
            #expect(readme.contains("make \(target)"))
            #expect(makefile.contains("\n\(target):"))
        }
    }
}
