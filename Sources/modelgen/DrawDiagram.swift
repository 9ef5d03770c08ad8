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
        abstract: "Draws the models, their keys and how they are connected.",
        discussion: """
            Draws a picture, or prints Mermaid for a Markdown page:

                modelgen diagram Models > models.svg
                modelgen diagram Models --format er      (entities and relationships)
                modelgen diagram Models --format class   (classes)

            If Graphviz is installed, its `dot` lays out the picture; otherwise, modelgen does. With --layout own, \
            the result is the same on every machine, so that it can be checked in.
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

    @Option(help: "The output format: svg, er or class.")
    var format: Format = .svg

    @Option(help: "The layout engine: own, dot, or auto, which is dot if it is installed.")
    var layout: Layout = .auto

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; printed by default.", valueName: "file"))
    var output: String?

    func run() throws {
        let diagram = try models.inspected().schema.diagram
        guard !diagram.boxes.isEmpty else { throw CommandFailure.input("no models to draw") }
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
        try NewFiles(folder: ".").replace([FileReplacement.File(output, text)])
    }

    private func placed(_ diagram: Diagram) throws -> DiagramLayout {
        switch layout {
        case .own: return diagram.layeredLayout
        case .auto: return Graphviz.isInstalled ? Graphviz.layout(diagram) : diagram.layeredLayout
        case .dot:
            guard Graphviz.isInstalled else {
                throw CommandFailure.usage("no `dot` in the PATH; install Graphviz, or use --layout own")
            }
            return Graphviz.layout(diagram)
        }
    }
}
