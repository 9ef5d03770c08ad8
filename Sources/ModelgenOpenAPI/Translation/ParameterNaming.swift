import ModelgenImporting
import ModelgenSchema

extension SwiftNaming {
    /// A free name for a parameter, which is taken from then on. If the wanted one is taken, the place tells them apart.
    static func claimed(_ name: SwiftName, in place: String, _ taken: inout Set<String>) -> SwiftName {
        claimed(taken.contains(name.text) ? name.inPlace(place) : name, &taken)
    }
}

extension SwiftName {
    /// `queryPath` for a parameter `path` of the query.
    func inPlace(_ place: String) -> SwiftName { SwiftName(place + text.capitalizedFirst) }
}
