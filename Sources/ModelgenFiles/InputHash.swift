import Foundation
import ModelgenCore

extension Run {
    /// The hash of everything that the result depends on: the tool, the configuration, the templates, the lock, the models
    /// and the modules that the target links; nil if the tool's own file cannot be found.
    package func contentHash(linked: Set<String>) -> ContentHash? {
        guard let tool = Self.tool else { return nil }
        var content = Content()
        content.add([tool] + Pipeline.libraries + ["\(DiagnosticOutput.style)"])
        content.add(linked.sorted())
        for settings in imports.map({ pipeline.parsing.ofImports[$0.path] }) {
            let names = settings.map { [$0.jsonKeys, $0.columns, $0.tables].map(\.rawValue) } ?? []
            content.add(names + [settings?.isInternal == true ? "internal" : ""])
        }
        content.add(pipeline.templates.overrides.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
        for files in [[configuration.source, lock].compactMap { $0 }, inputs, imports] {
            content.add(files.flatMap { [$0.path, $0.module ?? ""] })
            for file in files { content.add(file.bytes) }
        }
        return ContentHash(content.bytes)
    }

    /// What distinguishes this executable from that of another build.
    private static var tool: String? {
        guard let path = Bundle.main.executableURL?.resolvingSymlinksInPath().path,
            let file = try? FileManager.default.attributesOfItem(atPath: path),
            let number = file[.systemFileNumber], let size = file[.size], let date = file[.modificationDate] as? Date
        else { return nil }
        return "\(path) \(number) \(size) \(date.timeIntervalSince1970)"
    }

    /// Strings and files, each preceded by its length, so that no two lists give the same bytes.
    private struct Content {
        private(set) var bytes: [UInt8] = []

        mutating func add(_ texts: [String]) {
            add(texts.count)
            for text in texts { add(Array(text.utf8)) }
        }

        mutating func add(_ file: [UInt8]) {
            add(file.count)
            bytes += file
        }

        private mutating func add(_ length: Int) {
            withUnsafeBytes(of: length.littleEndian) { bytes += $0 }
        }
    }
}
