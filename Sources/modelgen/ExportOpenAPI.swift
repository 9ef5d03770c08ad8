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
        abstract: "Prints a service as an OpenAPI 3.1 document.",
        discussion: """
            The document is for servers, mocks and clients in other languages. It contains paths, parameters, bodies \
            with their envelopes, uploads, downloads, authentication, and the schemas of all models that they use.

                modelgen export openapi Models > openapi.json
                modelgen export openapi Models --format yaml > openapi.yaml

            Read-only and write-only fields are marked as such; fields assigned by the server are not part of \
            NAME.Draft, the body of POST. Clients treat every status from 200 to 299 as success. Pagination is \
            described by `x-pagination`, as in the models.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json
        case yaml
    }

    @OptionGroup var models: ModelArguments

    @Option(help: ArgumentHelp("The service, if there are several.", valueName: "name"))
    var api: String?

    @Option(help: ArgumentHelp("The version of the document's API.", valueName: "version"))
    var apiVersion = "1.0.0"

    @Option(help: "The output format: json or yaml.")
    var format: Format = .json

    func run() throws {
        let schema = try models.inspected().schema
        let names = schema.apis.map(\.name)
        let api = names[try names.chosen(self.api, of: "service", option: "--api", advice: "`api: { name: … }`")]
        guard let document = schema.openAPI(api, version: apiVersion) else {
            BugReport.end("the service \(api) has no document")
        }
        for collision in document.collisions {
            StandardError.write("warning: there is more than one \(collision); the document contains only the first\n")
        }
        switch format {
        case .json: print(document.value.jsonText, terminator: "")
        case .yaml: print(printedYAML(document.value), terminator: "")
        }
    }
}
