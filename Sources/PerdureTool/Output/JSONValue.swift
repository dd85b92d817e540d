// SPDX-License-Identifier: Apache-2.0
// JSON with keys in a chosen order, so that people can compare and read the output.

import Foundation
import PerdureModelFormat

/// The version of the forms that programs read; CommandTable.swift describes them.
enum JSONForm {
    /// Rises when a member goes or means something else; new members do not raise it.
    static let number: Int64 = 1

    /// The first member of each document.
    fileprivate static var version: (key: String, value: JSONValue) { ("format", .integer(number)) }

    /// What stands before the elements of a document that is one long list.
    static func beginning(_ list: String) -> String {
        "{\n  \(JSONValue.quoted(version.key)): \(number),\n  \(JSONValue.quoted(list)): ["
    }
}

/// A value of JSON.
indirect enum JSONValue {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    /// A text, or null.
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }

    static func strings(_ values: some Sequence<String>) -> JSONValue { .array(values.map { .string($0) }) }

    /// An object sorted by its keys.
    static func sorted(_ values: [String: JSONValue]) -> JSONValue {
        .object(values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) })
    }

    /// What a command prints with `--json`: an object whose first member is the version of its form.
    static func document(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
        .object([JSONForm.version] + members)
    }

    /// The text, two spaces per level.
    var text: String { text(indent: "") }

    /// The text on one line.
    var line: String {
        switch self {
        case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.key)):\($0.value.line)" }.joined(separator: ",") + "}"
        default: text
        }
    }

    /// The text of a value at an indentation.
    func text(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        // JSON has no infinities and no NaN.
        case .number(let value): return value.isFinite ? "\(value)" : Self.quoted("\(value)")
        case .string(let value): return Self.quoted(value)
        case .array(let values):
            guard !values.isEmpty else { return "[]" }
            let lines = values.map { inner + $0.text(indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { "\(inner)\(Self.quoted($0.key)): \($0.value.text(indent: inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    /// A text between quotation marks.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // Programs decode the escape, and a terminal does not obey it.
            case _ where TerminalText.isControl(scalar):
                result += "\\u" + String(format: "%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
