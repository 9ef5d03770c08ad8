// SwiftPM does not accept a target with only YAML: it requires a Swift file.
extension Place {
    /// The text on the sign at the border.
    public var welcome: String { climate == .cold ? "\(shortName), dress warmly" : shortName }
}
