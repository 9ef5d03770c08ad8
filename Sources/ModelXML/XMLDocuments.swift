#if XML

    import Foundation
    import ModelLeniency
    import ModelRuntime

    // Decodes and encodes XML, with the JSON mapping. Requires the package trait `XML`.

    extension JSONValue {
        /// Decodes an XML document using the JSON mapping.
        ///
        ///     let post = try Post(xml: data)              // <post><id>1</id><title>…</title></post>
        ///     let posts = try [Post](xml: data)           // <posts><post>…</post><post>…</post></posts>
        ///     let items = try [Item](xml: data, at: ["channel", "item"])
        ///
        /// The root element is the document, whatever its name. A key refers to the child element with that name,
        /// `@name` to an attribute, and `#text` to the text next to attributes or children. Names are matched exactly,
        /// including prefixes. Repeated elements form a list, and where a list is expected, a single element is a list
        /// of one. The children of the root form a list, whatever their names. Text is converted to numbers, Booleans
        /// and dates as the mapping requires. An empty element, or one with `xsi:nil`, is null if null is allowed, and
        /// otherwise an empty string, list or object.
        ///
        /// - Parameters:
        ///   - data: The document, with elements nested at most 256 levels deep. A document type declaration, which may
        ///     declare entities, is rejected.
        ///   - path: The position of the value below the root element. By default, it is the model's own root. If an
        ///     element in it is repeated, an index must follow. Only the elements of a list at its end may be absent.
        ///   - report: Collects the values skipped because of `onInvalid`.
        /// - Throws: ``JSONError``, with the line and column of the element.
        public init(xml data: Data, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
            let path = path ?? Self.jsonRoot
            let document = try XMLDocumentReader.read(data)
            let isList = Self.self is any XMLListType.Type
            let text: XMLAsJSON
            if path.components.isEmpty, isList {
                text = try XMLAsJSON(listing: document)
            } else {
                text = try XMLAsJSON(document.values(at: path.components), isList: isList, path: path)
            }
            var context = JSONSource.Context()
            context.place.path = path.components
            context.isXML = true
            context.reading = .lenient
            let problems = report.map { _ in JSONReport() }
            context.report = problems
            defer { if let problems { report?.add(problems.problems.map(text.placed)) } }
            do {
                self = try text.bytes.withUnsafeBytes {
                    try JSONSource.decode(from: $0, in: context) { try Self(reading: &$0) }
                }
            } catch let error as JSONError {
                throw text.placed(error)
            }
        }

        /// Returns the value as an XML document, using the JSON mapping.
        ///
        /// A key that starts with `@` is written as an attribute, and `#text` as the text of its element. An element of
        /// a list has the name of the list, and null is an empty element.
        ///
        /// - Parameters:
        ///   - root: The name of the root element. By default, it is the model's name, such as `post`.
        ///   - element: The name of the elements if the whole document is a list.
        ///   - path: The position of the value below the root element. By default, it is the model's own root.
        /// - Throws: ``JSONError`` of the kind `notRepresentable` if a key is not a valid element name, a list contains
        ///   a list, or a string contains a character that XML does not allow (XML 1.0, section 2.2).
        public func xmlData(root: String? = nil, element: String? = nil, at path: JSONPath? = nil) throws -> Data {
            let json = try JSON(encoding: self, at: path ?? Self.jsonRoot)
            var writer = XMLWriter()
            if case .array(let values) = json {
                let name = element ?? (Self.self as? any XMLListType.Type)?.elementName ?? "element"
                try writer.write(.object([name: .array(values)]), as: root ?? "list")
            } else {
                try writer.write(json, as: root ?? (Self.self as? any JSONModel.Type)?.elementName ?? "value")
            }
            return Data(writer.text.utf8)
        }
    }

    /// A type that is a list in XML.
    private protocol XMLListType {
        /// The name of elements that have no other name.
        static var elementName: String? { get }
    }

    extension Array: XMLListType {
        fileprivate static var elementName: String? { (Element.self as? any JSONModel.Type)?.elementName }
    }

    extension Set: XMLListType {
        fileprivate static var elementName: String? { (Element.self as? any JSONModel.Type)?.elementName }
    }

    extension JSONModel {
        /// The model's name in the usual form of XML names: `post` for `Post` and `Post.Draft`, `urlItem` for
        /// `URLItem`.
        fileprivate static var elementName: String {
            let name = jsonFields.model.split(separator: ".").first.map(String.init) ?? jsonFields.model
            let capitals = name.prefix(while: \.isUppercase)
            let count = capitals.count == 1 || capitals.count == name.count ? capitals.count : capitals.count - 1
            return name.prefix(count).lowercased() + name.dropFirst(count)
        }
    }

#endif
