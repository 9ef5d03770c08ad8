import Foundation

/// A page of the documentation, and its fenced code blocks.
struct Document {
    struct Block: CustomStringConvertible, Sendable {
        /// What follows the fence: `yaml file=Core/money.model.yaml`.
        var label: String
        var text: String
        /// The heading above it.
        var heading: String
        var place: String

        var language: String { label.split(separator: " ").first.map(String.init) ?? "" }
        var description: String { place }

        /// What follows the language: `file=Core/money.model.yaml`.
        var detail: String { label.dropFirst(language.count).trimmingCharacters(in: .whitespaces) }
    }

    let blocks: [Block]

    /// - Parameter path: from the package's folder.
    init(_ path: String) throws {
        try self.init(Command.package.appending(path: path))
    }

    init(_ file: URL) throws {
        var blocks: [Block] = []
        var current: Block?
        var heading = ""
        let text = try String(contentsOf: file, encoding: .utf8)
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if let open = current {
                if line == "```" {
                    blocks.append(open)
                    current = nil
                } else {
                    current?.text += line + "\n"
                }
            } else if line.hasPrefix("```") {
                current = Block(
                    label: String(line.dropFirst(3)), text: "", heading: heading,
                    place: "\(file.lastPathComponent):\(index + 1)")
            } else if line.hasPrefix("#") {
                heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
            }
        }
        self.blocks = blocks
    }

    /// The DocC catalogs of the runtimes.
    static func guides() -> [URL] {
        files(below: "Sources") { $0.pathExtension == "md" && $0.path.contains(".docc/") }
    }

    /// The reference of the schema language: `Schemas/README.md` and the pages that it lists.
    static func reference() -> [URL] {
        [Command.package.appending(path: "Schemas/README.md")]
            + files(below: "Schemas/Reference") { $0.pathExtension == "md" }
    }

    static func files(below folder: String, where isWanted: (URL) -> Bool) -> [URL] {
        let all = FileManager.default.enumerator(
            at: Command.package.appending(path: folder), includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter { isWanted($0) && !$0.path.contains("/.build/") }
            .sorted { $0.path < $1.path }
    }
}

/// Files in which a block of a document is searched for, with any indentation.
struct QuotedCode {
    private let files: [[Substring]]

    init(_ files: [URL]) throws {
        self.files = try files.map { Self.lines(try String(contentsOf: $0, encoding: .utf8)) }
    }

    func contains(_ block: Document.Block) -> Bool {
        files.contains { Self.contains(block, in: $0) }
    }

    /// The lines of a text. A comment after code may have more space in a guide.
    private static func lines(_ text: String) -> [Substring] {
        text.replacing(#/(?<code>\S) +// /#) { "\($0.code)  // " }.split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    /// Lines without their common indentation.
    private static func outdented(_ lines: [Substring]) -> [Substring] {
        let indentation = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min()
        return lines.map { $0.dropFirst(min(indentation ?? 0, $0.count)) }
    }

    private static func contains(_ block: Document.Block, in file: [Substring]) -> Bool {
        let lines = lines(block.text).dropLast()
        guard let first = lines.first?.drop(while: { $0 == " " }), lines.count <= file.count else { return false }
        let wanted = outdented(Array(lines))
        return (0...(file.count - lines.count)).contains { start in
            file[start].hasSuffix(first) && outdented(Array(file[start..<(start + lines.count)])) == wanted
        }
    }
}
