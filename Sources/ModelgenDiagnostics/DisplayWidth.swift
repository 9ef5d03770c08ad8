extension Unicode.Scalar {
    /// Whether a terminal might act on the character or show nothing: C0 and C1 controls, marks that change the
    /// direction of text, and invisible characters, except for those inside words and emoji.
    var isControl: Bool {
        if value < 0xA0 { return value < 0x20 || value >= 0x7F }
        if [0x2028, 0x2029].contains(value) || properties.isBidiControl { return true }
        return properties.isDefaultIgnorableCodePoint && !properties.isJoinControl && !properties.isVariationSelector
    }

    /// The number of columns that the character takes in a terminal: 0 for combining marks, 2 for East Asian wide
    /// characters and emoji.
    ///
    /// Source: Unicode Standard Annex 11, property values W and F, in the ranges that matter.
    var displayWidth: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
