// SPDX-License-Identifier: Apache-2.0
// Writes the methods of a to-many relationship, with Xcode's names: addToItems, removeFromItems, and for an ordered
// relationship insertIntoItems and replaceItems.

import PerdureAccessorText

/// Writes the methods that change a to-many relationship.
struct MutatorWriter {
    private let name: String
    private let slot: SlotText
    private let destination: String
    private let isOrdered: Bool
    private let code: ClassCode

    /// Makes the writer; nil for any other property, and for a read-only relationship.
    init?(_ property: PropertyCode, _ code: ClassCode) {
        guard case .toMany(let destination, let isOrdered) = property.kind, let slot = property.slot,
            !property.isReadOnly
        else { return nil }
        name = SwiftName.capitalized(property.name)
        self.slot = code.types.slot(slot)
        self.destination = destination
        self.isOrdered = isOrdered
        self.code = code
    }

    func write(_ text: inout SwiftText) {
        let types = code.types
        let collection = types.foundation(isOrdered ? "NSOrderedSet" : "NSSet")
        if isOrdered { writeOrdered(&text) }
        method("addTo\(name)", "_ value: \(destination)", slot.add("[value]"), &text)
        method("removeFrom\(name)", "_ value: \(destination)", slot.remove("[value]"), &text)
        method("addTo\(name)", "_ values: \(collection)", slot.add("values"), &text)
        method("removeFrom\(name)", "_ values: \(collection)", slot.remove("values"), &text)
    }

    private func writeOrdered(_ text: inout SwiftText) {
        let int = code.types.swift("Int")
        let indexSet = code.types.foundation("IndexSet")
        let (one, many) = ("\(indexSet)(integer: idx)", "\(indexSet)(indexes)")
        let indexes = "at indexes: \(code.types.foundation("NSIndexSet"))"
        method(
            "insertInto\(name)", "_ value: \(destination), at idx: \(int)",
            slot.insert("[value]", at: one), &text)
        method("removeFrom\(name)", "at idx: \(int)", slot.removeMembers(at: one), &text)
        method(
            "insertInto\(name)", "_ values: [\(destination)], \(indexes)",
            slot.insert("values", at: many), &text)
        method("removeFrom\(name)", indexes, slot.removeMembers(at: many), &text)
        method(
            "replace\(name)", "at idx: \(int), with value: \(destination)",
            slot.replaceMembers(at: one, with: "[value]"), &text)
        method(
            "replace\(name)", "\(indexes), with values: [\(destination)]",
            slot.replaceMembers(at: many, with: "values"), &text)
    }

    private func method(
        _ name: String, _ parameters: String, _ statement: String, _ text: inout SwiftText
    ) {
        let fullName = Self.fullName(name, parameters)
        guard !code.takenNames.contains(name), !code.handWritten.declaresMethod(fullName) else { return }
        text.gap()
        text.block("public func \(name)(\(parameters))") { $0.line(statement) }
    }

    /// The name with the labels of the parameters: `insertIntoItems(_:at:)`.
    private static func fullName(_ name: String, _ parameters: String) -> String {
        let labels = parameters.split(separator: ",").compactMap { $0.split(separator: " ").first }
        return "\(name)(\(labels.map { "\($0):" }.joined()))"
    }
}
