// SPDX-License-Identifier: Apache-2.0
// A small XML document as a tree, for model sources and XML property lists. The parser is in XMLTreeParser.swift, its lexer in
// XMLScanner.swift.

import Foundation

/// One element of an XML document.
package struct XMLTree: Sendable, Equatable {
    package var name: String
    package var attributes: [String: String] = [:]
    package var children: [XMLTree] = []
    /// The element's own character data, without that of its children.
    package var text = ""
    /// The line on which the element starts.
    package var line: Int

    init(name: String, line: Int = 0) {
        self.name = name
        self.line = line
    }

    /// Parses a document in UTF-8 and gives its root element.
    ///
    /// Only the five entities of XML itself exist. A document type may be named (`allowsDocumentType`), but it never declares
    /// anything, and nothing is loaded.
    package static func parse(
        _ data: Data, depth: Int = 64, allowsDocumentType: Bool = false
    ) throws -> XMLTree {
        var parser = try XMLTreeParser(data, depth: depth, allowsDocumentType: allowsDocumentType)
        return try parser.parse()
    }

    /// Parses a document as `parse(_:depth:allowsDocumentType:)` does, and hands each child of the root over when it has ended.
    ///
    /// So the memory of a long document is that of its bytes and of one child.
    ///
    /// - Parameters:
    ///   - data: The document.
    ///   - depth: The most elements inside each other.
    ///   - body: Takes a child; false ends the reading.
    /// - Returns: The root element, without children; what follows the end of the reading is not looked at.
    /// - Throws: `PropertyListError`, and what the body throws.
    @discardableResult
    package static func parse(
        _ data: Data, depth: Int = 64, eachChild body: (XMLPart) throws -> Bool
    ) throws -> XMLTree {
        try withoutActuallyEscaping(body) { body in
            var parser = try XMLTreeParser(data, depth: depth, allowsDocumentType: true, takesChild: body)
            return try parser.parse()
        }
    }

    /// The children of one name.
    package func children(named name: String) -> [XMLTree] { children.filter { $0.name == name } }
}

/// A child of a document's root.
package struct XMLPart {
    /// The root's name.
    package let root: String
    package let element: XMLTree
    /// Where the child stands in the document, a byte order mark not counted.
    package let bytes: Range<Int>
}
