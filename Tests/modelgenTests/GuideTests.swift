import Foundation
import Testing

/// The guides quote code that is compiled and run: that of the golden cases `Guide_…`, and of the tutorial's package.
@Suite("Guides")
struct GuideTests {
    struct Block {
        var language: String
        var text: String
        var place: String
    }

    private static let sources = Command.package.appending(path: "Sources")

    private static func files(below folder: URL, where isWanted: (URL) -> Bool) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter(isWanted).sorted { $0.path < $1.path }
    }

    private static func guides() -> [URL] {
        files(below: sources) { $0.pathExtension == "md" && $0.path.contains(".docc/") }
    }

    /// What stands between fences.
    private static func blocks(_ guide: URL) throws -> [Block] {
        var blocks: [Block] = []
        var current: Block?
        let text = try String(contentsOf: guide, encoding: .utf8)
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if let open = current {
                if line == "```" {
                    blocks.append(open)
                    current = nil
                } else {
                    current?.text += line + "\n"
                }
            } else if line.hasPrefix("```") {
                let place = "\(guide.lastPathComponent):\(index + 1)"
                current = Block(language: String(line.dropFirst(3)), text: "", place: place)
            }
        }
        return blocks
    }

    /// The lines of a text. A comment behind code may stand farther off in a guide.
    private static func lines(_ text: String) -> [Substring] {
        text.replacing(#/(?<code>\S) +// /#) { "\($0.code)  // " }.split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    /// Lines without the indentation that all of them share.
    private static func outdented(_ lines: [Substring]) -> [Substring] {
        let indentation = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min()
        return lines.map { $0.dropFirst(min(indentation ?? 0, $0.count)) }
    }

    private static func contains(_ block: Block, in file: [Substring]) -> Bool {
        let lines = lines(block.text).dropLast()
        guard let first = lines.first?.drop(while: { $0 == " " }), lines.count <= file.count else { return false }
        let wanted = outdented(Array(lines))
        return (0...(file.count - lines.count)).contains { start in
            file[start].hasSuffix(first) && outdented(Array(file[start..<(start + lines.count)])) == wanted
        }
    }

    @Test("every piece of Swift and YAML in a guide is compiled and run by a test")
    func quotations() throws {
        let tests = Command.package.appending(path: "Tests")
        let compiled =
            Self.files(below: tests.appending(path: "Golden")) { $0.path.contains("/Guide_") }
            + Self.files(below: tests.appending(path: "Consumers/Tutorial")) { _ in true }
        let texts = try compiled.filter { ["swift", "yaml"].contains($0.pathExtension) }
            .map { Self.lines(try String(contentsOf: $0, encoding: .utf8)) }
        var count = 0
        for block in try Self.guides().flatMap(Self.blocks) where ["swift", "yaml"].contains(block.language) {
            count += 1
            #expect(texts.contains { Self.contains(block, in: $0) }, "\(block.place) is compiled nowhere")
        }
        #expect(count > 30)
    }

    @Test("the commands of the guides exist, with the options that they show")
    func commands() throws {
        let command = try Command()
        defer { command.remove() }
        var count = 0
        for block in try Self.guides().flatMap(Self.blocks) where block.language == "sh" {
            for line in block.text.split(separator: "\n") {
                guard let range = line.range(of: "modelgen ") else { continue }
                count += 1
                let words = line[range.upperBound...].split(separator: " ").map(String.init)
                let verbs = Array(words.prefix { !$0.hasPrefix("-") && $0.first?.isLowercase == true }.prefix(2))
                let help = try command.run(verbs + ["--help"])
                #expect(help.code == 0, "\(block.place): \(line)")
                for option in words where option.hasPrefix("--") {
                    #expect(help.output.contains(option), "\(block.place): \(line)")
                }
            }
        }
        #expect(count > 3)
    }

    @Test("every guide is linked from its library's page") func links() throws {
        let pages = Self.guides()
        let text = try pages.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for page in pages {
            let name = page.deletingPathExtension().lastPathComponent
            let isLanding = page.deletingLastPathComponent().lastPathComponent == "\(name).docc"
            #expect(isLanding || text.contains("<doc:\(name)>"), "\(name)")
        }
    }
}
