import Foundation
import Testing

@Suite("Golden cases")
struct GoldenTests {
    /// Set by `make record`: the expected files are recorded, and the test fails nevertheless.
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

    @Test("every run generates the checked-in files, file by file and byte by byte", arguments: GoldenCase.all)
    func matches(_ golden: GoldenCase) throws {
        let actual = try golden.actual()
        #expect(try golden.actual() == actual)
        let expected = try golden.expected()
        if Self.isRecording {
            if actual != expected {
                try golden.record(actual)
                Issue.record("recorded anew; read the difference, and run the tests again without recording")
            }
            return
        }
        #expect(actual.keys.sorted() == expected.keys.sorted(), "a case expects whole files")
        for name in actual.keys.sorted() {
            #expect(actual[name] == expected[name], "\(golden.testDescription)/\(name)")
        }
    }

    @Test("every case expects something")
    func casesExpect() throws {
        #expect(GoldenCase.all.count > 10)
        for golden in GoldenCase.all { #expect(try !golden.expected().isEmpty, "\(golden.testDescription)") }
    }
}
