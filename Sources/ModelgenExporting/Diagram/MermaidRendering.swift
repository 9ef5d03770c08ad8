extension Diagram {
    /// The diagram as an entity relationship diagram for Mermaid
    /// (https://mermaid.js.org/syntax/entityRelationshipDiagram.html).
    package var mermaidEntities: String {
        var lines = ["erDiagram"]
        for (index, box) in boxes.enumerated() {
            lines.append("    \(identifier(index))[\(Mermaid.quoted(box.title))]\(box.rows.isEmpty ? "" : " {")")
            for row in box.rows where row.section == .field {
                let keys = row.marks.map { $0 == .unique ? "UK" : $0.rawValue }.joined(separator: ", ")
                var line = "        \(Mermaid.attribute(row.type.diagramWord)) \(Mermaid.attribute(row.name))"
                if !keys.isEmpty { line += " " + keys }
                // A Mermaid word cannot contain a question mark.
                if row.type.hasSuffix("?") { line += " \"optional\"" }
                lines.append(line)
            }
            if !box.rows.isEmpty { lines.append("    }") }
        }
        for edge in edges {
            let line = edge.kind == .holding ? ".." : "--"
            lines.append(
                "    \(identifier(edge.to)) \(edge.toCount.leftEnd)\(line)\(edge.fromCount.rightEnd) "
                    + "\(identifier(edge.from)) : \(Mermaid.quoted(edge.label))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The diagram as a class diagram for Mermaid (https://mermaid.js.org/syntax/classDiagram.html).
    package var mermaidClasses: String {
        var lines = ["classDiagram"]
        for (index, box) in boxes.enumerated() {
            let isEmpty = box.rows.isEmpty && box.kindText.isEmpty
            lines.append("    class \(identifier(index))[\(Mermaid.quoted(box.name))]\(isEmpty ? "" : " {")")
            guard !isEmpty else { continue }
            if !box.kindText.isEmpty { lines.append("        <<\(box.kindText)>>") }
            for row in box.rows {
                let visibility = row.section == .relation ? "~" : "+"
                lines.append("        \(visibility)\(Mermaid.member(row.type)) \(Mermaid.word(row.name))")
            }
            lines.append("    }")
        }
        for edge in edges {
            let arrow = edge.kind == .holding ? "*--" : "-->"
            lines.append(
                "    \(identifier(edge.from)) \"\(edge.fromCount.text)\" \(arrow) \"\(edge.toCount.text)\" "
                    + "\(identifier(edge.to)) : \(Mermaid.plain(edge.label))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Mermaid's identifiers must not look like keywords, hence the number; the name is in the label.
    private func identifier(_ box: Int) -> String {
        let name = boxes[box].name
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.isASCIILetter || ("0"..."9").contains($0)
        }
        // The keywords of an ER diagram are reserved in any case.
        let reserved = [
            "accdescr", "acctitle", "call", "callback", "class", "classdef", "classdiagram", "click", "cssclass",
            "default", "direction", "end", "erdiagram", "href", "link", "many", "namespace", "note", "o", "one",
            "style", "subgraph", "to",
        ]
        return isPlain && !reserved.contains(name.lowercased()) ? name : "m\(box)_"
    }
}

/// How strings are written in Mermaid.
private enum Mermaid {
    /// A quoted label; characters that would end it, or be taken for markup, become entities.
    static func quoted(_ text: String) -> String { "\"\(plain(text))\"" }

    static func plain(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "<", ">", "#", "`", "\\", "{", "}", ";", ":", "%", "&": "#\(scalar.value);"
            default: scalar.properties.generalCategory == .control ? " " : String(scalar)
            }
        }.joined()
    }

    /// A name of a member or a type: letters, digits, underscores, and brackets behind them.
    static func word(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isLetter =
                scalar.properties.isAlphabetic && (scalar.isASCII || (0xC0...0xFFFF).contains(scalar.value))
            let isWord =
                isLetter || scalar == "_" || ("0"..."9").contains(scalar)
                || (!result.isEmpty && "[]()-".unicodeScalars.contains(scalar))
            result += isWord ? String(scalar) : "_"
        }
        return result.isEmpty ? "_" : result
    }

    /// A word in an ER diagram. One that Mermaid would take for a key, such as `pk`, gets an underscore.
    static func attribute(_ text: String) -> String {
        var scalars = word(text).unicodeScalars
        let (start, next) = (scalars.prefix(2), scalars.dropFirst(2).first)
        let isContinued = next.map { $0.isASCII && !"[]()-".unicodeScalars.contains($0) } ?? false
        if !isContinued, ["pk", "fk", "uk"].contains(String(start).lowercased()) {
            scalars.insert("_", at: start.endIndex)
        }
        return String(scalars)
    }

    /// A type in a class, where braces and tildes mean something.
    static func member(_ text: String) -> String {
        text.unicodeScalars.map { "{}~<>".unicodeScalars.contains($0) ? "_" : String($0) }.joined()
    }
}

extension String {
    /// A type as one word: `Tag[]` for `[Tag]`, `Map(String-Int)` for `[String: Int]`.
    fileprivate var diagramWord: String {
        var text = self
        if text.hasSuffix("?") { text.removeLast() }
        if text.hasPrefix("Set<"), text.hasSuffix(">") {
            return String(text.dropFirst(4).dropLast()).diagramWord + "[]"
        }
        guard text.hasPrefix("["), text.hasSuffix("]") else { return text }
        let inner = String(text.dropFirst().dropLast())
        guard !inner.hasPrefix("["), let colon = inner.firstIndex(of: ":") else { return inner.diagramWord + "[]" }
        let value = String(inner[inner.index(after: colon)...].drop { $0 == " " })
        return "Map(\(inner[..<colon])-\(value.diagramWord))"
    }
}

extension Diagram.Box {
    fileprivate var title: String { kindText.isEmpty ? name : "\(name) (\(kindText))" }
}

extension Diagram.Edge.Count {
    /// The symbol at the left end of a line.
    fileprivate var leftEnd: String {
        switch self {
        case .one: "||"
        case .optional: "|o"
        case .many: "}o"
        }
    }

    fileprivate var rightEnd: String {
        switch self {
        case .one: "||"
        case .optional: "o|"
        case .many: "o{"
        }
    }

    fileprivate var text: String {
        switch self {
        case .one: "1"
        case .optional: "0..1"
        case .many: "*"
        }
    }
}
