// A target of YAML alone is none to SwiftPM: it wants one Swift file.
extension Place {
    /// What a sign at the border says.
    public var welcome: String { climate == .cold ? "\(shortName), dress warmly" : shortName }
}
