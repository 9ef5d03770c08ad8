import Foundation
import ModelgenPlanning
import Testing

@testable import ModelgenRendering

@Suite("The guide to templates")
struct TemplateGuideTests {
    @Test("every template and every name of a field is in the guide")
    func names() throws {
        let guide = String(
            decoding: try Data(
                contentsOf: Compiler.package.appending(path: "Sources/ModelRuntime/ModelRuntime.docc/Templates.md")),
            as: UTF8.self)
        for name in FieldPlan.templateNames.properties.map(\.name) + TemplateLibrary.embedded.map(\.name) {
            #expect(guide.contains("`\(name)`"), "\(name)")
        }
    }
}
