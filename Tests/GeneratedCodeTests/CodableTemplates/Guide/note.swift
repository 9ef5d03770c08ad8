/// `Note`, in our house style.
struct Note: Codable, Equatable {
    var id: Int64
    var title: String
    var tags: [String] = []

    /// The headings of a table.
    static let headings = ["id", "title", "tags"]
}
