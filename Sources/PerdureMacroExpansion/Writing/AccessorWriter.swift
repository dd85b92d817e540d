// SPDX-License-Identifier: Apache-2.0
// The getter and setter of a stored property that became one of the model, and `primitiveTitle`: what its slot holds, read and
// set without an announcement. An attribute's is optional, so that accessors written by hand can tell "nothing yet" from a
// value. What both call is the property's kind's.

import PerdureAccessorText

/// Writes a property's accessors.
struct AccessorWriter {
    let property: ManagedProperty
    /// The slot as an expression.
    let slot: String

    var getter: String { "get { \(accessor.get) }" }

    /// Nil for properties that can only be read.
    var setter: String? { accessor.set.map { "set { \($0) }" } }

    private var accessor: AccessorText { property.kind.accessor(of: property, at: SlotText(slot)) }

    /// The lines of the primitive accessors' declaration; empty for properties without a slot, which have none.
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
        let text = SlotText(slot, value: "\(value) as \(property.type.text)")
        return property.kind.primitive(of: property, at: text).set
    }
}
