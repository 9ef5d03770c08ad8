import Foundation
import ModelRuntime
import SeededNumbers
import Testing

/// Documents in which a few bytes are changed: the direct reader and Codable read the same, or refuse them alike.
@Suite("The direct reader and Codable agree on changed documents")
struct DocumentDifferenceTests {
    /// `CHANGED_DOCUMENTS=100000` tests more of them.
    private static let count = ProcessInfo.processInfo.environment["CHANGED_DOCUMENTS"].flatMap { Int($0) } ?? 1000

    private static let pieces = [
        "", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", "1e5", "1E400", "-0", "1.0", "1e2", "null", "true",
        "NaN", "Infinity", "\u{feff}", "\u{0}", "\n", "\\ud800", "\\ud83d\\ude00", "\\u0000", "e\u{301}", "\u{e9}",
        "//", "'", " ", "\"id\":2,", "\"name\":null,", "18446744073709551616", "1e-7", "\u{2028}", "\t", "\\u00e9",
        "\\/", "[]", "{}", String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
    ]

    /// A document with one or two changes.
    private struct Changed {
        var text: String
        var count: Int

        init(_ base: [Unicode.Scalar], _ random: inout SeededNumbers) {
            var scalars = base
            count = 1 + random.below(2)
            for _ in 0..<count {
                let start = random.below(scalars.count + 1)
                let length = min([0, 0, 1, 1, 2, 5][random.below(6)], scalars.count - start)
                let piece = DocumentDifferenceTests.pieces[random.below(DocumentDifferenceTests.pieces.count)]
                scalars.replaceSubrange(start..<start + length, with: piece.unicodeScalars)
            }
            text = String(String.UnicodeScalarView(scalars))
        }
    }

    @Test("a model that is converted to JSON") func features() throws {
        try compare(Features.self, FeatureDifferenceTests.base, seed: 7)
    }

    @Test("a model that Codable's containers hold") func direct() throws {
        try compare(Direct.self, FeatureDifferenceTests.direct, seed: 8)
    }

    private func compare<Model: JSONModel & Equatable>(_ type: Model.Type, _ base: String, seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var (read, refused) = (0, 0)
        for _ in 0..<Self.count {
            let changed = Changed(Array(base.unicodeScalars), &random)
            let text = changed.text
            let direct = Result { try Model(json: text) }
            switch (direct, Result { try JSONDecoder().decode(Model.self, from: Data(text.utf8)) }) {
            case (.success(let value), .success(let other)):
                read += 1
                #expect(value == other, "\(text)")
            case (.failure(let error), .success):
                // JSONDecoder does not validate strings that nobody reads.
                let kind = (error as? JSONError)?.kind
                #expect(kind == .invalidUnicode || kind == .syntax, "\(text)\n\(error)")
            case (.success, .failure(let error)):
                // A Decoder cannot hold a number beyond a Double.
                #expect(text.contains("1E400"), "\(text)\n\(error)")
            case (.failure(let error), .failure(let other)):
                refused += 1
                let known = try #require(error as? JSONError, "\(text)\n\(error)")
                // With two changes, each may find another one first. A Decoder does not say what 1E400 is.
                guard changed.count == 1, !known.isAboutDocument, !text.contains("1E400"),
                    let found = Self.jsonError(other)
                else { continue }
                #expect(known.kind == found.kind && known.path == found.path, "\(text)\n\(known)\n\(found)")
            }
        }
        #expect(read > Self.count / 20 && refused > Self.count / 20, "\(read) \(refused)")
    }

    private static func jsonError(_ error: any Error) -> JSONError? {
        switch error as? DecodingError {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context):
            context.underlyingError as? JSONError
        default: nil
        }
    }
}
