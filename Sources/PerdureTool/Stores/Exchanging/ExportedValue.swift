// SPDX-License-Identifier: Apache-2.0
// Stored values in the words of an export, from which ValueReading.swift makes the same values.

import Foundation
import PerdureStore

/// The words of an export.
struct ExportedValue {
    let schema: Schema
    /// Whether dates are seconds since 2001, as they are stored.
    let datesAreSeconds: Bool

    /// What an export writes of an entity: what is stored and not computed, and one side of each relationship.
    static func properties(of layout: EntityLayout) -> [PropertyLayout] {
        layout.properties.filter { property in
            guard !property.isTransient, !property.isComputed else { return false }
            guard let relationship = property.relationship, relationship.isToMany else { return true }
            return relationship.isOrdered || (relationship.hasPairs && relationship.listsLinks)
        }.sorted { $0.name < $1.name }
    }

    func name(_ key: ObjectKey) -> String { "\(schema[key.entity].name)/p\(key.number)" }

    func json(_ value: StoredValue, _ attribute: AttributeDefinition?) -> JSONValue {
        switch value {
        case .null: .null
        case .integer(let number): attribute?.type == .boolean ? .boolean(number != 0) : .integer(number)
        case .double(let number): .number(number)
        case .string(let text): .string(text)
        case .date(let seconds): date(seconds)
        case .data(let data): .string(data.base64EncodedString())
        case .uuid(let uuid): .string(uuid.uuidString)
        case .decimal(let box): .string("\(box.value)")
        case .reference(let key): .string(name(key))
        case .composite(let leaves): composite(leaves, attribute)
        }
    }

    private func date(_ seconds: Double) -> JSONValue {
        if !datesAreSeconds, let text = ExactDate.text(seconds) { return .string(text) }
        return .number(seconds)
    }

    private func composite(_ leaves: [StoredValue], _ attribute: AttributeDefinition?) -> JSONValue {
        var rest = leaves[...]
        return composite(&rest, attribute?.elements ?? [])
    }

    /// The elements with their names; those of an inner composite follow each other in the same list.
    private func composite(_ leaves: inout ArraySlice<StoredValue>, _ elements: [PropertyDefinition])
        -> JSONValue
    {
        .object(
            elements.map { element in
                guard case .attribute(let definition) = element.kind else { return (element.name, .null) }
                guard definition.elements.isEmpty else {
                    return (element.name, composite(&leaves, definition.elements))
                }
                return (element.name, leaves.popFirst().map { json($0, definition) } ?? .null)
            })
    }

    /// The text of a cell; nil for no value.
    ///
    /// Decimals are numbers, though JSON has them as texts.
    func cell(_ value: StoredValue, _ attribute: AttributeDefinition?) -> String? {
        if case .decimal(let box) = value { return "\(box.value)" }
        return switch json(value, attribute) {
        case .null: nil
        case .string(let text): FormulaGuard.guarded(text)
        // JSON has no infinite numbers, and a cell has no quotes for them.
        case .number(let number): "\(number)"
        case let other: other.line
        }
    }
}
