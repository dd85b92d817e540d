// SPDX-License-Identifier: Apache-2.0
// Prints stored values: as JSON, as cells of CSV, and for people. Binary values are base64, dates ISO 8601, destinations names such
// as Movie/p3.

import Foundation
import PerdureStore

/// Prints the values of one store.
struct ValueText {
    /// The names of the entities by their numbers - 1.
    private let names: [String]

    init(_ schema: Schema) { names = schema.entities.map(\.name) }

    func entity(_ number: Int32) -> String { names[Int(number) - 1] }

    /// The short name of an object.
    func name(_ key: ObjectKey) -> String { "\(entity(key.entity))/p\(key.number)" }

    // MARK: JSON

    func appendJSON(_ value: StoredValue, isBoolean: Bool, to output: ByteOutput) {
        switch value {
        case .null: output.append("null" as StaticString)
        case .integer(let number):
            output.append(isBoolean ? (number != 0 ? "true" : "false") : String(number))
        case .string(let text): output.appendQuoted(text)
        case .date(let seconds): output.appendQuoted(DateText.text(seconds))
        default: output.append(json(value, isBoolean: isBoolean).line)
        }
    }

    func json(_ value: StoredValue, isBoolean: Bool = false) -> JSONValue {
        switch value {
        case .null: .null
        case .integer(let number): isBoolean ? .boolean(number != 0) : .integer(number)
        case .double(let number): .number(number)
        case .string(let text): .string(text)
        case .date(let seconds): .string(DateText.text(seconds))
        case .data(let data): .string(data.base64EncodedString())
        case .uuid(let uuid): .string(uuid.uuidString)
        case .decimal(let box): .string("\(box.value)")
        case .reference(let key): .string(name(key))
        case .composite(let leaves): .array(leaves.map { json($0) })
        }
    }

    // MARK: Cells

    /// Appends a cell; nothing for a value that is null.
    func appendCell(_ value: StoredValue, isBoolean: Bool, to output: ByteOutput) {
        switch value {
        case .null: break
        case .string(let text): CSVText.append(text, to: output)
        case .data(let data): CSVText.append(data.base64EncodedString(), to: output)
        case .composite: CSVText.append(json(value).line, to: output)
        // A date that no calendar has is a text which may begin with a sign.
        case .date(let seconds): CSVText.append(DateText.text(seconds), to: output)
        case .reference(let key): CSVText.append(name(key), to: output)
        case .double(let number): output.append("\(number)")
        case .integer, .uuid, .decimal: output.append(plain(value, isBoolean: isBoolean))
        }
    }

    /// Appends the members of a relationship as one cell of names.
    func appendCell(_ members: [ObjectKey], to output: ByteOutput) {
        guard !members.isEmpty else { return }
        CSVText.append(members.map(name).joined(separator: " "), to: output)
    }

    private func plain(_ value: StoredValue, isBoolean: Bool) -> String {
        switch json(value, isBoolean: isBoolean) {
        case .string(let text): text
        case let other: other.text
        }
    }

    // MARK: For people

    /// A value on one line, safe for a terminal; nil for null.
    func text(_ value: StoredValue, isBoolean: Bool = false) -> String? {
        switch value {
        case .null: return nil
        case .string(let text): return PlainText.quoted(text)
        case .data(let data):
            let start = PlainText.hex(data.prefix(16))
            return "\(PlainText.count(data.count, "byte", "bytes")): \(start)\(data.count > 16 ? "…" : "")"
        case .composite(let leaves): return "(\(leaves.map { text($0) ?? "nil" }.joined(separator: ", ")))"
        default: return PlainText.safe(plain(value, isBoolean: isBoolean))
        }
    }
}
