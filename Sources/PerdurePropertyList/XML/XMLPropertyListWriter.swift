// SPDX-License-Identifier: Apache-2.0
// Writes the values of a property list as XML elements, and escapes texts for XML. XMLPropertyList.swift reads the elements.

import Foundation

/// Writes an XML property list.
package struct XMLPropertyListWriter {
    /// What was written so far.
    private var text = ""

    /// The element `plist` of a value, without a declaration.
    ///
    /// - Parameters:
    ///   - value: The value; dates lose the fractions of their seconds.
    ///   - indentation: The white space before the element.
    /// - Returns: The text, which ends with a line break.
    /// - Throws: `PropertyListError` for a value that XML cannot hold.
    package static func element(_ value: PropertyListValue, indentation: String = "") throws -> String {
        var writer = XMLPropertyListWriter()
        writer.text += "\(indentation)<plist version=\"1.0\">\n"
        try writer.write(value, indentation + "    ", depth: 0)
        writer.text += "\(indentation)</plist>\n"
        return writer.text
    }

    private mutating func write(_ value: PropertyListValue, _ indentation: String, depth: Int) throws {
        // The readers' limit counts the elements around the list too.
        guard depth < 48 else { throw PropertyListError("more than 48 containers inside each other") }
        switch value {
        case .dictionary(let entries):
            text += "\(indentation)<dict>\n"
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                text += "\(indentation)    <key>\(try XMLText.escaped(key))</key>\n"
                try write(value, indentation + "    ", depth: depth + 1)
            }
            text += "\(indentation)</dict>\n"
        case .array(let values), .set(let values):
            text += "\(indentation)<array>\n"
            for value in values { try write(value, indentation + "    ", depth: depth + 1) }
            text += "\(indentation)</array>\n"
        default: text += "\(indentation)\(try Self.leaf(value))\n"
        }
    }

    private static func leaf(_ value: PropertyListValue) throws -> String {
        switch value {
        case .boolean(let value): value ? "<true/>" : "<false/>"
        case .integer(let value): "<integer>\(value)</integer>"
        case .unsigned(let value): "<integer>\(value)</integer>"
        case .real(let value): "<real>\(value)</real>"
        case .string(let value): "<string>\(try XMLText.escaped(value))</string>"
        case .date(let value): "<date>\(value.formatted(.iso8601))</date>"
        case .uid(let value): "<dict><key>CF$UID</key><integer>\(value)</integer></dict>"
        case .data(let value): "<data>\(value.base64EncodedString())</data>"
        default: throw PropertyListError("a null value has no form in XML")
        }
    }
}

/// Texts as XML holds them.
package enum XMLText {
    /// Whether XML can hold a text: it has no control characters but tabs and line ends.
    package static func canHold(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 9, 10, 13: true
            case 0..<0x20, 0xFFFE, 0xFFFF: false
            default: true
            }
        }
    }

    /// A text for the content of an element, or for the value of an attribute in double quotes.
    ///
    /// - Throws: `PropertyListError` for a text that XML cannot hold.
    package static func escaped(_ text: String, inAttribute: Bool = false) throws -> String {
        guard canHold(text) else { throw PropertyListError("XML cannot hold a control character") }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where inAttribute: result += "&quot;"
            // Readers make line feeds of carriage returns, and spaces of white space in attributes.
            case "\r": result += "&#13;"
            case "\n" where inAttribute: result += "&#10;"
            case "\t" where inAttribute: result += "&#9;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
