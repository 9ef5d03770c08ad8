import Foundation
import ModelgenDiagnostics
import ModelgenParsing
import modelgen

/// YAML that can be changed, and written in block style.
indirect enum BlockTree: Equatable {
    /// As it is written, possibly quoted.
    case scalar(String)
    case mapping([Entry])
    case sequence([BlockTree])

    struct Entry: Equatable {
        var key: String
        var value: BlockTree
    }

    init(_ node: Node) {
        switch node.content {
        case .scalar(let scalar): self = .scalar(Self.spelled(scalar))
        case .mapping(let entries):
            self = .mapping(
                entries.map { entry in
                    guard case .scalar(let key) = BlockTree(entry.key) else {
                        return Entry(key: "", value: .scalar(""))
                    }
                    return Entry(key: key, value: BlockTree(entry.value))
                })
        case .sequence(let nodes): self = .sequence(nodes.map(BlockTree.init))
        }
    }

    /// The document, with a final line break.
    var text: String { lines.joined(separator: "\n") + "\n" }

    private var lines: [String] {
        switch self {
        case .scalar(let text): [text]
        case .mapping(let entries) where entries.isEmpty: ["{}"]
        case .sequence(let elements) where elements.isEmpty: ["[]"]
        case .mapping(let entries):
            entries.flatMap { entry in
                let value = entry.value.lines
                return entry.value.isShort ? ["\(entry.key): \(value[0])"] : ["\(entry.key):"] + value.map { "  " + $0 }
            }
        case .sequence(let elements):
            elements.flatMap { element in element.lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 } }
        }
    }

    private var isShort: Bool {
        switch self {
        case .scalar: true
        case .mapping(let entries): entries.isEmpty
        case .sequence(let elements): elements.isEmpty
        }
    }

    private static func spelled(_ scalar: Node.Scalar) -> String {
        if scalar.style == .plain, !scalar.text.contains("\n") { return scalar.text }
        let escaped = scalar.text.unicodeScalars.map { character in
            switch character {
            case "\\", "\"": "\\\(character)"
            case "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}": String(character)
            default:
                "\\U" + String(repeating: "0", count: 8 - String(character.value, radix: 16).count)
                    + String(character.value, radix: 16)
            }
        }.joined()
        return "\"\(escaped)\""
    }
}

extension BlockTree {
    private static var referencePages: [String] {
        let folder = GoldenCase.root.appending(path: "Schemas/Reference").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".md") }
            .sorted()
    }

    /// The inputs of each golden case, each example of a rule, and each example of the reference.
    static let examples: [[SourceFile]] = {
        var examples = GoldenCase.all.compactMap { try? $0.inputs() }.filter { !$0.isEmpty }
        for entry in ruleBook.entries {
            for text in [entry.good, entry.bad] where !text.isEmpty {
                examples.append([SourceFile(path: "\(entry.id).model.yaml", bytes: Array(text.utf8))])
            }
        }
        let pages = ["README.md"] + referencePages.map { "Reference/\($0)" }
        let parts = pages.flatMap { page in
            let file = GoldenCase.root.appending(path: "Schemas/\(page)")
            return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n```yaml")
                .dropFirst()
        }
        for (index, part) in parts.enumerated() {
            guard let start = part.firstIndex(of: "\n"), let end = part.range(of: "\n```") else { continue }
            let text = part[part.index(after: start)..<end.lowerBound] + "\n"
            examples.append([SourceFile(path: "reference\(index).model.yaml", bytes: Array(text.utf8))])
        }
        return examples
    }()
}
