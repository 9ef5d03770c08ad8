import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics
import ModelgenExporting
import ModelgenFiles
import ModelgenPlanning
import ModelgenRendering

struct DrawDiagram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Draws models, their keys and what leads from one to another.",
        discussion: """
            A picture, or Mermaid for a page of Markdown:

              modelgen diagram Models > models.svg
              modelgen diagram Models --format er         (an entity relationship diagram of Mermaid)
              modelgen diagram Models --format class      (a class diagram of Mermaid)

            The picture is laid out by Graphviz where its `dot` is installed, and by modelgen itself where not; \
            --layout own always gives the same picture, to be checked in.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case svg
        case er
        case `class`
    }

    enum Layout: String, ExpressibleByArgument, CaseIterable {
        case auto
        case own
        case dot
    }

    @OptionGroup var models: ModelArguments

    @Option(help: "What is written: svg, er or class.")
    var format: Format = .svg

    @Option(help: "Who lays the picture out: own, dot, or auto for dot where it is installed.")
    var layout: Layout = .auto

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; by default it is printed.", valueName: "file"))
    var output: String?

    func run() throws {
        let analysis = try models.load().inspect()
        DiagnosticOutput.show(analysis.diagnostics)
        guard let schema = analysis.models?.schema, !analysis.diagnostics.containsErrors else {
            throw CommandFailure.shown
        }
        let diagram = schema.diagram
        guard !diagram.boxes.isEmpty else { throw CommandFailure.input("there are no models to draw") }
        let text =
            switch format {
            case .svg: diagram.svg(try placed(diagram))
            case .er: diagram.mermaidEntities
            case .class: diagram.mermaidClasses
            }
        guard let output else {
            print(text, terminator: "")
            return
        }
        try NewFiles(folder: ".").replace(output, with: text)
    }

    private func placed(_ diagram: Diagram) throws -> DiagramLayout {
        switch layout {
        case .own: return diagram.layeredLayout
        case .auto: return try Graphviz.isInstalled ? Graphviz.layout(diagram) : diagram.layeredLayout
        case .dot:
            guard Graphviz.isInstalled else {
                throw CommandFailure.usage("there is no `dot` on the PATH; install Graphviz, or say --layout own")
            }
            return try Graphviz.layout(diagram)
        }
    }
}
