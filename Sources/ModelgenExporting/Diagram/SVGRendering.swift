extension Diagram {
    /// The diagram as a self-contained picture (https://www.w3.org/TR/SVG11/): no external font, script or style. It
    /// follows the viewer's color scheme, light or dark.
    package func svg(_ layout: DiagramLayout) -> String {
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(number(layout.width))" height="\(number(layout.height))" \
            viewBox="0 0 \(number(layout.width)) \(number(layout.height))" role="img">
            """,
            "<title>\(boxes.count == 1 ? "1 model" : "\(boxes.count) models")</title>", Self.style,
            "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>",
        ]
        for (edge, path) in zip(edges, layout.paths) { lines.append(line(edge, path)) }
        for (box, point) in zip(boxes, layout.boxes) { lines += drawing(of: box, at: point) }
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static let style = """
        <style>
        text { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12px; fill: #1f2933; }
        .paper { fill: #ffffff; }
        .box { fill: #fbfcfd; stroke: #8795a5; }
        .head { fill: #dfe8f1; stroke: #8795a5; }
        .value .head { fill: #eef0e4; }
        .view .head { fill: #efe6f2; }
        .value .box, .value .head { stroke-dasharray: 4 2; }
        .name { font-size: 13px; font-weight: bold; }
        .type, .kind { fill: #5b6b7b; }
        .kind, .mark { font-size: 10px; }
        .mark { fill: #2f6f9f; }
        .relation { font-style: italic; }
        .line { fill: none; stroke: #6b7d8f; stroke-width: 1.3; }
        .holding { stroke-dasharray: 5 3; }
        .end { fill: none; stroke: #6b7d8f; stroke-width: 1.3; }
        .hole { fill: #ffffff; stroke: #6b7d8f; stroke-width: 1.3; }
        @media (prefers-color-scheme: dark) {
        text { fill: #dbe3ea; }
        .paper, .hole { fill: #14181d; }
        .box { fill: #1b2128; stroke: #6b7d8f; }
        .head { fill: #283746; stroke: #6b7d8f; }
        .value .head { fill: #33352a; }
        .view .head { fill: #372d3b; }
        .type, .kind { fill: #9aa9b8; }
        .mark { fill: #7fb6de; }
        .line, .end, .hole { stroke: #8fa1b3; }
        }
        </style>
        """

    // MARK: Boxes

    private func drawing(of box: Box, at point: DiagramLayout.Point) -> [String] {
        let kind =
            switch box.kind {
            case .table: "table"
            case .view: "view"
            case .value, .oneOf: "value"
            }
        let width = box.width
        let names = point.x + box.nameOffset
        let right = point.x + width - DiagramMeasures.padding
        var lines = [
            "<g class=\"\(kind)\">", "<title>\(escaped(box.name))</title>",
            rectangle("box", point.x, point.y, width, box.height),
            rectangle("head", point.x, point.y, width, DiagramMeasures.titleHeight),
            text("name", point.x + DiagramMeasures.padding, point.y + 19, DiagramMeasures.cut(box.name)),
        ]
        if !box.kindText.isEmpty { lines.append(text("kind", right, point.y + 18, box.kindText, anchor: "end")) }
        for (index, row) in box.rows.enumerated() {
            let y = point.y + box.port(index) + 4
            if !row.marks.isEmpty {
                lines.append(text("mark", point.x + DiagramMeasures.padding, y, row.markText))
            }
            let isRelation = row.section == .relation
            lines.append(
                text(isRelation ? "relation" : "field", names, y, DiagramMeasures.cut(row.name), full: row.name))
            lines.append(
                text(
                    isRelation ? "type relation" : "type", right, y, DiagramMeasures.cut(row.type), full: row.type,
                    anchor: "end"))
        }
        lines.append("</g>")
        return lines
    }

    private func rectangle(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        """
        <rect class="\(name)" x="\(number(x))" y="\(number(y))" width="\(number(width))" height="\(number(height))" rx="4"/>
        """
    }

    private func text(
        _ name: String, _ x: Double, _ y: Double, _ text: String, full: String? = nil, anchor: String? = nil
    ) -> String {
        let tooltip = full.map { $0 == text ? "" : "<title>\(escaped($0))</title>" } ?? ""
        let end = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
        return "<text class=\"\(name)\" x=\"\(number(x))\" y=\"\(number(y))\"\(end)>\(escaped(text))\(tooltip)</text>"
    }

    // MARK: Lines

    private func line(_ edge: Edge, _ path: DiagramLayout.Path) -> String {
        var data = "M\(number(path.start.x)) \(number(path.start.y))"
        for segment in path.segments {
            switch segment {
            case .line(let point): data += " L\(number(point.x)) \(number(point.y))"
            case .curve(let first, let second, let end):
                data += " C" + [first, second, end].map { "\(number($0.x)) \(number($0.y))" }.joined(separator: " ")
            }
        }
        let name = "\(boxes[edge.from].name).\(edge.label) \u{2192} \(boxes[edge.to].name)"
        let kind = edge.kind == .holding ? "line holding" : "line"
        return "<g><title>\(escaped(name))</title><path class=\"\(kind)\" d=\"\(data)\"/>"
            + end(edge.fromCount, at: path.start, path.startSide) + end(edge.toCount, at: path.end, path.endSide)
            + "</g>"
    }

    /// A crow's foot for many, a bar for one, a ring for optional.
    private func end(_ count: Edge.Count, at point: DiagramLayout.Point, _ side: DiagramLayout.Side) -> String {
        let way = side == .left ? -1.0 : 1.0
        func x(_ distance: Double) -> String { number(point.x + way * distance) }
        func bar(_ distance: Double) -> String {
            "<path class=\"end\" d=\"M\(x(distance)) \(number(point.y - 5)) L\(x(distance)) \(number(point.y + 5))\"/>"
        }
        func ring(_ distance: Double) -> String {
            "<circle class=\"hole\" cx=\"\(x(distance))\" cy=\"\(number(point.y))\" r=\"3.5\"/>"
        }
        switch count {
        case .one: return bar(8)
        case .optional: return bar(8) + ring(15)
        case .many:
            let foot = "M\(x(0)) \(number(point.y - 5)) L\(x(10)) \(number(point.y)) L\(x(0)) \(number(point.y + 5))"
            return "<path class=\"end\" d=\"\(foot)\"/>" + ring(13.5)
        }
    }

    // MARK: Texts

    private func number(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    /// Escaped for XML; characters that XML does not allow become U+FFFD (https://www.w3.org/TR/xml/#charsets).
    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": return "&amp;"
            case "<": return "&lt;"
            case ">": return "&gt;"
            case "\"": return "&quot;"
            case "\t", "\n", "\r": return " "
            case _
            where scalar.value < 0x20 || (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value) || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                return "\u{FFFD}"
            default: return String(scalar)
            }
        }.joined()
    }
}
