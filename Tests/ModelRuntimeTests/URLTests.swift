import Foundation
import ModelRuntime
import SeededNumbers
import Testing

@Suite("URLs")
struct URLTests {
    private static let pieces = [
        "http", "https", "file", "FILE", "mailto", "data", "v1.x", "1http", ":", ":80", ":99999", "//", "/", "?",
        "#", "@", "a", "b.c", "example.com", "user:pass", "127.0.0.1", "[::1]", "[", "]", "..", ".", "1", "%", "%20",
        "%2F", "%zz", "%00", "%C3%BC", "xn--", " ", "ü", "日本", "e\u{301}", "\u{0}", "\t", "\n", "|", "\\", "^", "`",
        "{", "}", "<", ">", "\"", "&", "=", "+", ";", ",", "'", "(", ")", "!", "*", "$", "~", "-", "_",
    ]

    @Test("any text is the URL that Foundation makes of it, part by part, or none where Foundation makes none")
    func differences() throws {
        var random = SeededNumbers(seed: 19)
        var (valid, invalid) = (0, 0)
        for _ in 0..<5000 {
            let text = (0..<random.below(10)).map { _ in random.element(of: Self.pieces) ?? "" }.joined()
            let read = try? URL(json: JSON.string(text).jsonData())
            let expected = URL(string: text)
            #expect(read == expected, "\(text.debugDescription)")
            #expect(read.map(parts) == expected.map(parts), "\(text.debugDescription)")
            if read == nil { invalid += 1 } else { valid += 1 }
        }
        #expect(valid > 1000 && invalid > 100, "\(valid) \(invalid)")
    }

    private func parts(_ url: URL) -> [String?] {
        [
            url.absoluteString, url.scheme, url.user, url.password, url.host, url.port.map { "\($0)" }, url.path,
            url.query, url.fragment, url.standardized.absoluteString, "\(url.pathComponents)", "\(url.isFileURL)",
        ]
    }
}
