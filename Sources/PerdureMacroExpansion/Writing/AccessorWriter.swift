// SPDX-License-Identifier: Apache-2.0
// Writes the accessors of a stored property of the model: getter and setter, and `primitiveTitle`. The primitive property
// reads and sets the slot's value without an announcement. For an attribute it is optional, so that hand-written accessors
// can tell "nothing yet" from a value. The property's kind supplies the calls.

import PerdureAccessorText

/// Writes a property's accessors.
struct AccessorWriter {
    let property: ManagedProperty
    /// The slot as an expression.
    let slot: String

    var getter: String { "get { \(accessor.get) }" }

    /// The setter; nil for a read-only property.
    var setter: String? { accessor.set.map { "set { \($0) }" } }

    private var accessor: AccessorText { property.kind.accessor(of: property, at: SlotText(slot)) }

    /// The lines of the primitive property; empty for a property without a slot.
    var primitive: [String] {
        guard property.kind.hasSlot else { return [] }
        let text = property.kind.primitive(of: property, at: SlotText(slot))
        let type = property.kind.primitiveType(of: property)
        return [
            "\(property.access)var primitive\(property.capitalized): \(type) {", "    get { \(text.get) }",
            "    set { \(text.set ?? "") }", "}",
        ]
    }

    /// The statement that gives a new object its own initial value; nil when the model has it.
    var initialization: String? {
        guard case .perObject = property.initial, property.kind.isAttribute,
            let value = property.initial.operand
        else { return nil }
        let text = SlotText(slot, value: "\(value) as \(property.type.fullText)")
        return property.kind.primitive(of: property, at: text).set
    }
}
