// SPDX-License-Identifier: Apache-2.0
// Prints one object as text and as JSON: attributes by their type, relationships by names such as Movie/p3.

import Foundation
import PerdureStore

/// Describes rows.
struct ObjectText {
    let engine: any StoreEngine
    let storeUUID: String

    /// A heading, and a line for each property with a value.
    func text(_ row: Row) throws -> String {
        let layout = engine.schema[row.key.entity]
        let lines = try persistent(layout).compactMap { property -> [String]? in
            try describe(row, property).map { [PlainText.safe(property.name), $0] }
        }
        let title = "\(PlainText.safe(layout.name))/p\(row.key.number) (version \(row.version))"
        return lines.isEmpty ? title : title + "\n" + PlainText.table(lines, indent: "  ")
    }

    /// The object with all its properties, in the order of their names.
    func json(_ row: Row) throws -> JSONValue {
        let layout = engine.schema[row.key.entity]
        let values = try persistent(layout).map { (key: $0.name, value: try value(row, $0)) }
        return .object([
            ("objectID", .string("x-coredata://\(storeUUID)/\(layout.name)/p\(row.key.number)")),
            ("entity", .string(layout.name)), ("version", .integer(row.version)), ("values", .object(values)),
        ])
    }

    private func persistent(_ layout: EntityLayout) -> [PropertyLayout] {
        layout.properties.filter { !$0.isTransient }.sorted { $0.name < $1.name }
    }

    private func describe(_ row: Row, _ property: PropertyLayout) throws -> String? {
        guard property.relationship?.isToMany == true else {
            return describe(row[property.slot], property.attribute)
        }
        let members = try engine.members(of: property.slot, for: row.key)
        return members.isEmpty ? nil : PlainText.safe(members.map(name).joined(separator: ", "))
    }

    private func value(_ row: Row, _ property: PropertyLayout) throws -> JSONValue {
        guard property.relationship?.isToMany == true else {
            return json(row[property.slot], property.attribute)
        }
        return .strings(try engine.members(of: property.slot, for: row.key).map(name))
    }

    private func name(_ key: ObjectKey) -> String { "\(engine.schema[key.entity].name)/p\(key.number)" }

    private func describe(_ value: StoredValue, _ attribute: AttributeDefinition?) -> String? {
        switch value {
        case .null: return nil
        case .string(let text): return PlainText.quoted(text)
        case .data(let data): return describe(data)
        case .composite(let leaves):
            let texts = leaves.map { describe($0, nil) ?? "nil" }
            return "(\(texts.joined(separator: ", ")))"
        default:
            guard case .string(let text) = json(value, attribute) else { return json(value, attribute).text }
            return PlainText.safe(text)
        }
    }

    private func describe(_ data: Data) -> String {
        let start = PlainText.hex(data.prefix(16))
        return "\(PlainText.count(data.count, "byte", "bytes")): \(start)\(data.count > 16 ? "…" : "")"
    }

    private func json(_ value: StoredValue, _ attribute: AttributeDefinition?) -> JSONValue {
        switch value {
        case .null: .null
        case .integer(let number): attribute?.type == .boolean ? .boolean(number != 0) : .integer(number)
        case .double(let number): .number(number)
        case .string(let text): .string(text)
        case .date(let seconds): .string(DateText.text(Date(timeIntervalSinceReferenceDate: seconds)))
        case .data(let data): .string(data.base64EncodedString())
        case .uuid(let uuid): .string(uuid.uuidString)
        case .decimal(let box): .string("\(box.value)")
        case .reference(let key): .string(name(key))
        case .composite(let leaves): .array(leaves.map { json($0, nil) })
        }
    }
}
