/// The sizes of the parts of a picture, in pixels.
///
/// The font is monospaced, so that text is as wide in every viewer as planned.
package enum DiagramMeasures {
    package static let fontSize = 12.0
    package static let titleSize = 13.0
    package static let rowHeight = 20.0
    package static let titleHeight = 28.0
    package static let padding = 10.0
    /// Between the columns of a box: marks, names, types.
    static let columnGap = 14.0
    /// Between boxes, vertically.
    static let gap = 28.0
    /// Between the columns of boxes, where lines run.
    static let channel = 96.0
    /// The length of the straight piece at the end of a line.
    static let stub = 18.0
    package static let margin = 24.0
    /// Longer names are cut; a tooltip shows them in full.
    static let longest = 40

    /// A character of `ui-monospace` and similar fonts is 0.6 em wide; this is a little more, to be safe.
    private static let characterWidth = 0.615

    static func width(_ text: String, size: Double = fontSize) -> Double {
        Double(text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }) * size * characterWidth
    }

    /// 0 for combining marks, 2 for East Asian wide characters and emoji (Unicode Standard Annex 11).
    private static func displayWidth(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The name, shortened if it does not fit into a box.
    package static func cut(_ text: String) -> String {
        text.unicodeScalars.count <= longest
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest - 1))) + "…"
    }
}

extension Diagram.Box {
    package var height: Double {
        DiagramMeasures.titleHeight + Double(rows.count) * DiagramMeasures.rowHeight + (rows.isEmpty ? 0 : 6)
    }

    /// The distance of the names from the left edge, behind the marks.
    package var nameOffset: Double {
        let marks = rows.map { DiagramMeasures.width($0.markText, size: 10) }.max() ?? 0
        return DiagramMeasures.padding + (marks > 0 ? marks + 8 : 0)
    }

    package var width: Double {
        let names = rows.map { DiagramMeasures.width(DiagramMeasures.cut($0.name)) }.max() ?? 0
        let types = rows.map { DiagramMeasures.width(DiagramMeasures.cut($0.type)) }.max() ?? 0
        let title =
            DiagramMeasures.width(DiagramMeasures.cut(name), size: DiagramMeasures.titleSize)
            + (kindText.isEmpty ? 0 : DiagramMeasures.width(kindText, size: 10) + DiagramMeasures.columnGap)
        let body = nameOffset + names + DiagramMeasures.columnGap + types + DiagramMeasures.padding
        return max(body, title + 2 * DiagramMeasures.padding, 120).rounded(.up)
    }

    /// The end of a line to a row, measured from the top. A line to the box itself ends at its title.
    package func port(_ row: Int?) -> Double {
        guard let row, rows.indices.contains(row) else { return DiagramMeasures.titleHeight / 2 }
        return DiagramMeasures.titleHeight + 3 + (Double(row) + 0.5) * DiagramMeasures.rowHeight
    }

    /// The text next to the title; none for a table.
    package var kindText: String {
        switch kind {
        case .table: ""
        case .view: "view"
        case .value: "value"
        case .oneOf: "one of"
        }
    }
}

extension Diagram.Box.Row {
    package var markText: String { marks.map(\.rawValue).joined(separator: " ") }
}
