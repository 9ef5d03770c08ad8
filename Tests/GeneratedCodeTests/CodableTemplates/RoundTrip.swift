import Foundation

/// Reads a document, writes it, and reads the result; anything unexpected is printed.
///
/// - Parameter written: what must be written; nil if only the values are compared.
func roundTrip<T: Codable & Equatable>(_ type: T.Type, _ json: String, _ written: String?) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    do {
        let value = try decoder.decode(type, from: Data(json.utf8))
        let data = try encoder.encode(value)
        let text = String(decoding: data, as: UTF8.self)
        if let written, text != written { print("\(type): \(text)") }
        // Values that are read but not written are lost.
        guard written == nil || written == json else { return }
        if try decoder.decode(type, from: data) != value { print("\(type) is another value: \(text)") }
    } catch {
        print("\(type): \(error)")
    }
}
