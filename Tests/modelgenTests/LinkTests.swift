import Foundation
import Testing

/// Every relative link in a Markdown file has an existing target, and its anchor a heading there.
@Suite("Links in documents")
struct LinkTests {
    private static let files: [URL] = {
        let folders = ["Sources", "Schemas", "Tests", "Distribution", "Plugins", "Templates", ".github"]
        let below = folders.flatMap { Document.files(below: $0) { $0.pathExtension == "md" } }
        let top = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
        return top.map { Command.package.appending(path: $0) } + below
    }()

    @Test("each link leads to an existing file and heading", arguments: files)
    func links(_ file: URL) throws {
        for link in try links(in: file)
        where !link.contains("://") && !link.hasPrefix("mailto:") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target = parts[0].isEmpty ? file : file.deletingLastPathComponent().appending(path: parts[0])
            #expect(FileManager.default.fileExists(atPath: target.path), "\(file.lastPathComponent): \(link)")
            guard parts.count == 2, target.pathExtension == "md" else { continue }
            #expect(try anchors(target).contains(parts[1]), "\(file.lastPathComponent): \(link)")
        }
    }

    @Test("links are found") func count() throws {
        #expect(try Self.files.flatMap { try links(in: $0) }.count > 80)
    }

    @Test("each page of the reference is listed in its contents")
    func contents() throws {
        let entry = try prose(Command.package.appending(path: "Schemas/README.md"))
        for page in Document.reference().dropFirst() {
            #expect(entry.contains("(Reference/\(page.lastPathComponent))"), "\(page.lastPathComponent)")
        }
    }

    /// The targets of links, without code that looks like one: `[Message](json:)`.
    private func links(in file: URL) throws -> [String] {
        try prose(file).replacing(/`[^`\n]*`/, with: "").matches(of: /\]\(([^()\s]+)\)/).map { String($0.1) }
    }

    /// The text without its code blocks.
    private func prose(_ file: URL) throws -> String {
        let parts = try "\n\(String(contentsOf: file, encoding: .utf8))".components(separatedBy: "\n```")
        return parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }.joined(separator: "\n")
    }

    /// The anchors that GitHub makes of headings: lowercased, without punctuation, hyphens for spaces.
    private func anchors(_ file: URL) throws -> [String] {
        try prose(file).split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
            heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }.replacing(" ", with: "-")
        }
    }
}
