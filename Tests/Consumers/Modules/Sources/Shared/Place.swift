// SwiftPM does not accept a target with only YAML: it requires a Swift file.
extension Place {
    /// What a sign at the border says.
    public var welcome: String { climate == .cold ? "\(shortName), dress warmly" : shortName }
}
