// SPDX-License-Identifier: Apache-2.0
// Writes constants. A constant without a literal of its own takes a form of LiteralCast.swift. An object takes its description,
// which no parser reads back.

import Foundation

enum ConstantPrinter {
    static func write(_ constant: ConstantValue, to text: inout String) {
        if let (literal, type) = LiteralCast.parts(of: constant) {
            text += "CAST("
            write(literal, to: &text)
            text += ", \"\(type)\")"
            return
        }
        switch constant {
        case .null: text += "nil"
        case .boolean(let value): text += value ? "1" : "0"
        case .integer(let value): text += String(value)
        case .double(let value): text += "\(value)"
        case .string(let value): text += quoted(value)
        case .array(let elements): write(elements.lazy.map { string($0) }, to: &text)
        case .set(let elements): write(elements.map { string($0) }.sorted(), to: &text)
        case .reference(let reference): text += "<object \(reference.root)/\(reference.number)>"
        case .object(let box): text += String(describing: box.object)
        case .decimal, .date, .data, .uuid, .url, .dictionary: break
        }
    }

    private static func string(_ constant: ConstantValue) -> String {
        var text = ""
        write(constant, to: &text)
        return text
    }

    private static func write(_ elements: some Sequence<String>, to text: inout String) {
        text += "{"
        var isFirst = true
        for element in elements {
            if !isFirst { text += ", " }
            isFirst = false
            text += element
        }
        text += "}"
    }

    /// A string in double quotes, with escapes for quotes, backslashes and control characters.
    static func quoted(_ string: String) -> String {
        var text = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text.append(contentsOf: "\\\"".unicodeScalars)
            case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": text.append(contentsOf: "\\n".unicodeScalars)
            case "\r": text.append(contentsOf: "\\r".unicodeScalars)
            case "\t": text.append(contentsOf: "\\t".unicodeScalars)
            case _ where scalar.value < 0x20:
                text.append(contentsOf: ("\\x" + (scalar.value < 0x10 ? "0" : "")).unicodeScalars)
                text.append(contentsOf: String(scalar.value, radix: 16).unicodeScalars)
            default: text.append(scalar)
            }
        }
        text.append("\"")
        return String(text)
    }
}

extension ConstantValue {
    /// Whether the text of the constant starts with a minus.
    var isNegativeNumber: Bool {
        switch self {
        case .integer(let value): value < 0
        case .double(let value): value.isFinite && value.sign == .minus
        default: false
        }
    }
}
