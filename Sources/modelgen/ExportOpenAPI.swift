import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics
import ModelgenExporting
import ModelgenFiles
import ModelgenImporting
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema

struct ExportOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Prints a service as a document of OpenAPI 3.1.",
        discussion: """
            Paths, parameters, bodies with their envelopes, uploads, downloads, authentication, and the schemas of all \
            models that go over them: for servers, mocks and clients in other languages.

              modelgen export openapi Models > openapi.json
              modelgen export openapi Models --format yaml > openapi.yaml

            A read-only or write-only field is marked so; what the server assigns is not in NAME.Draft, which is what \
            POST sends. A client takes every status from 200 to 299 for success. How a list turns its pages stands in \
            'x-pagination', as in the models.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json
        case yaml
    }

    @OptionGroup var models: ModelArguments

    @Option(help: ArgumentHelp("Which service, where there are several.", valueName: "name"))
    var api: String?

    @Option(help: ArgumentHelp("The version that the document gives itself.", valueName: "version"))
    var apiVersion = "1.0.0"

    @Option(help: "How the document is written: json or yaml.")
    var format: Format = .json

    func run() throws {
        let analysis = try models.load().inspect()
        DiagnosticOutput.show(analysis.diagnostics)
        guard let schema = analysis.models?.schema, !analysis.diagnostics.containsErrors else {
            throw CommandFailure.shown
        }
        guard let document = schema.openAPI(try chosen(of: schema), version: apiVersion) else { throw ExitCode(70) }
        for collision in document.collisions {
            StandardError.write("warning: there is more than one \(collision); the document has the first\n")
        }
        switch format {
        case .json: print(document.value.jsonText, terminator: "")
        case .yaml: print(printedYAML(document.value), terminator: "")
        }
    }

    private func chosen(of schema: Schema) throws -> SwiftName {
        let names = schema.apis.map(\.name.text).joined(separator: ", ")
        guard let first = schema.apis.first else {
            throw CommandFailure.input("these models have no service; say `api: { name: … }`")
        }
        guard let api else {
            guard schema.apis.count == 1 else {
                throw CommandFailure.usage("there are several services (\(names)); add --api NAME")
            }
            return first.name
        }
        guard let found = schema.apis.first(where: { $0.name.text == api }) else {
            throw CommandFailure.usage("there is no service '\(api)'; there is \(names)")
        }
        return found.name
    }
}
