import Foundation
import ModelgenExporting
import ModelgenPlanning

/// The program `dot` of Graphviz.
enum Graphviz {
    static var isInstalled: Bool { executable != nil }

    private static var executable: URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "dot") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Lays out each group of connected boxes. If dot fails for a group, the built-in layout is used.
    static func layout(_ diagram: Diagram) -> DiagramLayout {
        var components: [ComponentLayout] = []
        for group in diagram.components {
            let own = { LayeredLayout(diagram, boxes: group.boxes, edges: group.edges).layout }
            guard group.boxes.count > 1, let answer = answer(to: diagram.dot(group.boxes, group.edges)) else {
                components.append(own())
                continue
            }
            components.append(diagram.component(group.boxes, group.edges, plain: answer) ?? own())
        }
        return diagram.arranged(components)
    }

    /// The output of `dot -Tplain`; nil if it fails.
    private static func answer(to text: String) -> String? {
        guard let executable else { return nil }
        // A file, not a pipe, since dot reads while it writes.
        let file = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString).dot")
        defer { try? FileManager.default.removeItem(at: file) }
        guard (try? Data(text.utf8).write(to: file)) != nil else { return nil }
        let process = Process()
        process.executableURL = executable
        process.arguments = ["-Tplain", file.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}
