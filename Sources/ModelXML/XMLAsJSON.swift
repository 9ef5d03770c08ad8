#if XML

    import Foundation
    import ModelRuntime

    /// Converts the contents of a document to JSON in which every scalar is a string, from which the mapping reads.
    struct XMLAsJSON {
        /// The JSON.
        private(set) var bytes = Data()
        /// The positions of elements, both in the JSON and in the document.
        private var places: [(offset: Int, line: Int, column: Int)] = []

        /// Converts the children of an element to a list.
        init(listing element: ParsedElement) throws {
            try write(list: element.children)
        }

        /// Converts the elements at a path. If there are none, the result is an empty list; if a single value is
        /// required, that is an error.
        init(_ elements: [ParsedElement], isList: Bool, path: JSONPath) throws {
            if isList || elements.count > 1 {
                try write(list: elements)
            } else if let element = elements.first {
                try write(element)
            } else {
                throw JSONError.missing(at: path.components)
            }
        }

        /// An error with its position in the document instead of in the JSON.
        func placed(_ error: JSONError) -> JSONError {
            guard let offset = error.offset else { return error }
            var placed = error
            let place = place(of: offset)
            placed.offset = nil
            placed.line = place?.line
            placed.column = place?.column
            return placed
        }

        /// The last element that begins at or before an offset. A binary search, because a report may contain many
        /// errors.
        private func place(of offset: Int) -> (offset: Int, line: Int, column: Int)? {
            var (low, high) = (0, places.count)
            while low < high {
                let middle = (low + high) / 2
                if places[middle].offset <= offset { low = middle + 1 } else { high = middle }
            }
            return low > 0 ? places[low - 1] : nil
        }

        private mutating func write(_ text: String) throws {
            bytes += try text.jsonData(at: [])
        }

        private mutating func write(list elements: [ParsedElement]) throws {
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        }

        private mutating func write(_ element: ParsedElement) throws {
            places.append((bytes.count, element.line, element.column))
            if element.isNull { return bytes.append(contentsOf: "null".utf8) }
            if element.attributes.isEmpty, element.children.isEmpty { return try write(element.text) }
            var lead = UInt8(ascii: "{")
            func begin(_ key: String) throws {
                bytes.append(lead)
                try write(key)
                bytes.append(UInt8(ascii: ":"))
                lead = UInt8(ascii: ",")
            }
            for attribute in element.attributes {
                try begin("@\(attribute.name)")
                try write(attribute.value)
            }
            var groups: [[ParsedElement]] = []
            var positions: [String: Int] = [:]
            for child in element.children {
                if let position = positions[child.name] {
                    groups[position].append(child)
                } else {
                    positions[child.name] = groups.count
                    groups.append([child])
                }
            }
            for group in groups {
                try begin(group[0].name)
                if group.count == 1 { try write(group[0]) } else { try write(list: group) }
            }
            if element.hasText {
                try begin("#text")
                try write(element.text)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

#endif
