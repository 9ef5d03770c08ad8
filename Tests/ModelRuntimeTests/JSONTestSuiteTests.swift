import Foundation
import ModelRuntime
import Testing

/// The public JSONTestSuite (nst): `JSON_TEST_SUITE=FOLDER swift test --filter JSONTestSuite`, where FOLDER is a checkout.
/// The cases of ``ReaderTests`` cover the same ground without it.
@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
    static let folder = ProcessInfo.processInfo.environment["JSON_TEST_SUITE"]

    @Test("every file behaves as its name says", .enabled(if: folder != nil))
    func files() throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder)).appendingPathComponent("test_parsing")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .sorted()
        #expect(names.count > 300)
        for name in names {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            let isRead = (try? JSON(json: data)) != nil
            // The same inside a skipped value.
            var wrapped = Data(#"{"side":1,"x":"#.utf8)
            wrapped.append(data)
            wrapped.append(UInt8(ascii: "}"))
            let isSkipped = (try? Square(json: wrapped)) != nil
            switch name.prefix(2) {
            case "y_":
                #expect(isRead, "\(name)")
                #expect(isSkipped, "\(name)")
            case "n_":
                #expect(!isRead, "\(name)")
            default:
                break
            }
        }
    }
}
