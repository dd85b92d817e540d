// SPDX-License-Identifier: Apache-2.0
// Builds an XMLTree from the tokens of XMLScanner.swift, without recursion.

import Foundation

/// Parses one document.
struct XMLTreeParser {
    private var scanner: XMLScanner
    private let depth: Int
    private let allowsDocumentType: Bool
    /// The elements that are open, outermost first, with the bytes of their text.
    private var open: [(element: XMLTree, text: [UInt8])] = []
    /// Takes over each child of the root, which then does not have it, and says whether to go on.
    private let takesChild: ((XMLPart) throws -> Bool)?
    /// Where the child of the root begins that is being read.
    private var childStart = 0
    private var isStopped = false
    private var root: XMLTree?
    private var count = 0
    /// The most elements of a document, or of each child that is handed over: each takes many times its four bytes, and a small
    /// file must not fill the memory.
    private static let elementLimit = 250_000

    init(
        _ data: Data, depth: Int, allowsDocumentType: Bool, takesChild: ((XMLPart) throws -> Bool)? = nil
    ) throws {
        self.takesChild = takesChild
        scanner = try XMLScanner(data)
        self.depth = depth
        self.allowsDocumentType = allowsDocumentType
    }

    mutating func parse() throws -> XMLTree {
        try parseDeclaration()
        while !scanner.isAtEnd {
            try parsePiece()
            if isStopped, let outermost = open.first?.element { return outermost }
        }
        guard open.isEmpty, let root else {
            throw scanner.error(root == nil ? "the document is cut off or empty" : "an element has no end")
        }
        return root
    }

    /// The XML declaration.
    ///
    /// The encoding must be one that UTF-8 covers.
    private mutating func parseDeclaration() throws {
        guard scanner.starts(with: "<?xml") else { return }
        let range = try scanner.skip(through: "?>")
        let text = scanner.string(range)
        guard let encoding = text.range(of: "encoding") else { return }
        let name = text[encoding.upperBound...].drop { "= \t\r\n\"'".contains($0) }.prefix {
            !"\"'".contains($0)
        }
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else {
            throw scanner.error("the encoding '\(name)' is not supported; save the file as UTF-8")
        }
    }

    private mutating func parsePiece() throws {
        if scanner.starts(with: "<!--") {
            _ = try scanner.skip(through: "-->")
        } else if scanner.starts(with: "<![CDATA[") {
            scanner.advance(9)
            let range = try scanner.skip(through: "]]>")
            try append(scanner.bytes[range])
        } else if scanner.starts(with: "<!") {
            try parseDocumentType()
        } else if scanner.starts(with: "<?") {
            _ = try scanner.skip(through: "?>")
        } else if scanner.starts(with: "</") {
            try parseEndTag()
        } else if scanner.starts(with: "<") {
            try parseStartTag()
        } else {
            try parseText()
        }
    }

    private mutating func parseDocumentType() throws {
        guard scanner.starts(with: "<!DOCTYPE"), allowsDocumentType, root == nil, open.isEmpty else {
            throw scanner.error("document types and declarations are not allowed here")
        }
        let range = try scanner.skip(through: ">")
        guard !scanner.bytes[range].contains(UInt8(ascii: "[")) else {
            throw scanner.error("the document declares a document type of its own")
        }
    }

    private mutating func parseStartTag() throws {
        guard root == nil else { throw scanner.error("something follows the end of the document") }
        guard open.count < depth else { throw scanner.error("more than \(depth) elements inside each other") }
        count += 1
        guard count <= Self.elementLimit else {
            throw scanner.error("more than \(Self.elementLimit) elements")
        }
        var element = XMLTree(name: "", line: scanner.line)
        if open.count == 1 { childStart = scanner.position }
        try scanner.expect("<")
        element.name = try scanner.name()
        while true {
            scanner.skipSpace()
            if scanner.starts(with: "/>") {
                scanner.advance(2)
                return try close(element)
            }
            if scanner.starts(with: ">") {
                scanner.advance()
                return open.append((element, []))
            }
            try parseAttribute(of: &element)
        }
    }

    private mutating func parseAttribute(of element: inout XMLTree) throws {
        let name = try scanner.name()
        scanner.skipSpace()
        try scanner.expect("=")
        scanner.skipSpace()
        guard element.attributes.updateValue(try scanner.quotedValue(), forKey: name) == nil else {
            throw scanner.error("the attribute '\(name)' stands twice")
        }
    }

    private mutating func parseEndTag() throws {
        try scanner.expect("</")
        let name = try scanner.name()
        scanner.skipSpace()
        try scanner.expect(">")
        guard let top = open.popLast(), top.element.name == name else {
            throw scanner.error("'</\(name)>' ends no open element")
        }
        var element = top.element
        element.text = String(decoding: top.text, as: UTF8.self)
        try close(element)
    }

    private mutating func close(_ element: XMLTree) throws {
        if open.isEmpty {
            root = element
        } else if open.count == 1, let takesChild {
            count = 1
            let part = XMLPart(
                root: open[0].element.name, element: element, bytes: childStart..<scanner.position)
            isStopped = try !takesChild(part)
        } else {
            open[open.count - 1].element.children.append(element)
        }
    }

    private mutating func parseText() throws {
        while let byte = scanner.next, byte != UInt8(ascii: "<") {
            if byte == UInt8(ascii: "&") {
                try append(try scanner.reference())
            } else {
                try append(CollectionOfOne(try scanner.checked(byte)))
                scanner.advance()
            }
        }
    }

    private mutating func append(_ text: some Collection<UInt8>) throws {
        guard !open.isEmpty else {
            guard text.allSatisfy(\.isXMLSpace) else {
                throw scanner.error("text stands outside of the document")
            }
            return
        }
        open[open.count - 1].text += text
    }
}
