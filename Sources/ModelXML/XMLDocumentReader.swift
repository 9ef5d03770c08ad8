#if XML

    import Foundation
    import ModelRuntime

    #if canImport(FoundationXML)
        import FoundationXML
    #endif

    /// An element of a document.
    final class ParsedElement {
        let name: String
        let attributes: [(name: String, value: String)]
        let line: Int
        let column: Int
        /// Whether it has `xsi:nil`.
        fileprivate(set) var isNil = false
        fileprivate(set) var children: [ParsedElement] = []
        fileprivate(set) var text = ""
        /// Whether it contains a CDATA section.
        fileprivate var hasSection = false

        fileprivate init(_ name: String, _ attributes: [String: String], line: Int, column: Int) {
            self.name = name
            // Sorted, because the parser does not report their order.
            self.attributes = attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            self.line = line
            self.column = column
        }

        /// An element for an attribute or for the text of an element.
        private init(_ place: ParsedElement, text: String) {
            name = place.name
            attributes = []
            line = place.line
            column = place.column
            self.text = text
        }

        /// Whether the element has no text, children or attributes, or has `xsi:nil`.
        var isNull: Bool {
            isNil || (attributes.isEmpty && children.isEmpty && text.isEmpty)
        }

        /// Whether the text consists of more than white space between children.
        var hasText: Bool {
            !text.isEmpty && (children.isEmpty || !text.allSatisfy(\.isWhitespace))
        }

        /// The children with a name, or the attribute with that name, or the text.
        private func members(_ key: String) -> [ParsedElement] {
            if key == "#text" { return [ParsedElement(self, text: text)] }
            guard key.hasPrefix("@") else { return children.filter { $0.name == key } }
            return attributes.filter { $0.name == key.dropFirst() }.map { ParsedElement(self, text: $0.value) }
        }

        /// The elements at `path`. There may be several, for a list, or none if it is empty. What it is in must exist, or
        /// every other document would be an empty list.
        func values(at path: [JSONPath.Component]) throws -> [ParsedElement] {
            var found = [self]
            for (count, step) in path.enumerated() {
                if found.isEmpty { throw JSONError.missing(at: path.prefix(count)) }
                switch step {
                case .key(let key):
                    guard found.count < 2 else {
                        var error = JSONError(
                            .mismatch, expected: "a single element", found: "\(found.count) elements",
                            reason: "add an index to the path, such as [0]")
                        error.path = JSONPath(Array(path.prefix(count))).description
                        (error.line, error.column, error.isLocated) = (found[1].line, found[1].column, true)
                        throw error
                    }
                    found = found.first?.members(key) ?? []
                case .index(let index): found = found.indices.contains(index) ? [found[index]] : []
                }
            }
            return found
        }
    }

    extension JSONError {
        /// There is no element at a path.
        static func missing(at path: some Sequence<JSONPath.Component>) -> JSONError {
            var error = JSONError(.missing, expected: "a value")
            error.path = JSONPath(Array(path)).description
            error.isLocated = true
            return error
        }
    }

    /// Reads a document with Foundation's parser (libxml2), which loads no external entities and limits the depth.
    final class XMLDocumentReader: NSObject, XMLParserDelegate {
        private var open: [ParsedElement] = []
        private var root: ParsedElement?
        private var problem: JSONError?
        /// The names of the attribute for null: a document chooses the prefixes of namespaces itself.
        private var nilNames: Set = ["xsi:nil"]

        /// Parses a document and returns its root element.
        static func read(_ data: Data) throws -> ParsedElement {
            // A document with NUL bytes is in UTF-16, in which the search for declarations would find nothing.
            guard !data.contains(0), hasPlainMarkup(data), !declaresType(data) else {
                var error = JSONError(
                    .syntax, expected: "a UTF-8 document without entity and document type declarations")
                (error.line, error.column, error.isLocated) = (1, 1, true)
                throw error
            }
            let reader = XMLDocumentReader()
            let parser = XMLParser(data: data)
            parser.delegate = reader
            let isRead = parser.parse()
            if let problem = reader.problem { throw problem }
            // On Linux, a document that continues after its root element is read completely, but reports this error.
            let isWhole = parser.parserError.map { ($0 as NSError).code != documentEnd } ?? true
            guard isRead, isWhole, let root = reader.root, reader.open.isEmpty else {
                var error = JSONError(.syntax, expected: "an XML document")
                error.reason = parser.parserError.map { "XML parser error \(($0 as NSError).code)" }
                throw placed(error, parser)
            }
            return root
        }

        /// `XMLParser.ErrorCode.prematureDocumentEndError`. libxml2 uses one code both for too little and for too much
        /// content.
        private static let documentEnd = 5

        private static func placed(_ error: JSONError, _ parser: XMLParser) -> JSONError {
            var error = error
            error.isLocated = true
            error.line = max(parser.lineNumber, 1)
            error.column = max(parser.columnNumber, 1)
            return error
        }

        private func stop(_ parser: XMLParser, _ error: JSONError) {
            if problem == nil { problem = Self.placed(error, parser) }
            parser.abortParsing()
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            guard open.count < JSONSource.maximumDepth / 2 else {
                return stop(parser, JSONError(.tooDeep, expected: "at most \(JSONSource.maximumDepth / 2) levels"))
            }
            let element = ParsedElement(name, attributes, line: parser.lineNumber, column: parser.columnNumber)
            for attribute in attributes where attribute.value == "http://www.w3.org/2001/XMLSchema-instance" {
                nilNames.insert("\(attribute.key.dropFirst("xmlns:".count)):nil")
            }
            element.isNil = nilNames.contains { ["true", "1"].contains(attributes[$0]) }
            open.last?.children.append(element)
            if root == nil { root = element }
            open.append(element)
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            guard let element = open.popLast() else { return }
            // The tags of an empty element may be on two lines. A line break that was written as a reference, or in a
            // section, is text.
            if element.attributes.isEmpty, element.children.isEmpty, !element.hasSection,
                parser.lineNumber > element.line, element.text.utf8.allSatisfy(" \t\r\n".utf8.contains)
            {
                element.text = ""
            }
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            open.last?.text += text
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            open.last?.text += String(decoding: block, as: UTF8.self)
            open.last?.hasSection = true
        }

        /// Whether markup consists of ASCII bytes in the encoding that a document declares. In some encodings it does
        /// not (UTF-7, those of IBM), and the search for declarations would find nothing.
        private static func hasPlainMarkup(_ data: Data) -> Bool {
            let start = data.starts(with: [0xef, 0xbb, 0xbf]) ? data.dropFirst(3) : data
            guard start.starts(with: "<?xml".utf8), let end = start.range(of: Data("?>".utf8)) else {
                return start.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } ?? UInt8(ascii: "<") == UInt8(ascii: "<")
            }
            let declaration = String(decoding: start[..<end.lowerBound], as: UTF8.self).uppercased()
            guard let encoding = declaration.range(of: "ENCODING") else { return true }
            let name = declaration[encoding.upperBound...].drop { "= \t\n\r\"'".contains($0) }
            return ["UTF-8", "UTF8", "US-ASCII", "ISO-8859-", "WINDOWS-", "SHIFT_JIS", "EUC-", "GB", "BIG5", "KOI8-"]
                .contains { name.hasPrefix($0) }
        }

        /// Whether a document has a document type declaration. Custom entities can turn a small document into a huge
        /// one, and their text would be lost. No service needs them.
        private static func declaresType(_ data: Data) -> Bool {
            var rest = data[...]
            while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
                rest = rest[open...]
                let skipped: String
                if rest.starts(with: "<!--".utf8) {
                    skipped = "-->"
                } else if rest.starts(with: "<?".utf8) {
                    skipped = "?>"
                } else {
                    return rest.starts(with: "<!".utf8)
                }
                guard let end = rest.range(of: Data(skipped.utf8)) else { return false }
                rest = rest[end.upperBound...]
            }
            return false
        }
    }

#endif
