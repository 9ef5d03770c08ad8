import Foundation

extension Encodable {
    /// The value as readable JSON. Equal values give equal texts.
    var jsonText: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
