// SPDX-License-Identifier: Apache-2.0
// Calls of the entry points that objects have by slot (Perdure/Objects/SlotAccessors.swift). PlainType.swift knows which of
// them belong to which type of attributes.

/// One slot in source text, and the calls that read and set it.
package struct SlotText: Sendable {
    /// The slot as an expression.
    package let slot: String
    /// What setters set.
    package let value: String
    /// Writes the name of a type, with its module where the program has a type of that name.
    package let spelled: @Sendable (TypeName) -> String

    package init(
        _ slot: String, value: String = "newValue",
        spelled: @escaping @Sendable (TypeName) -> String = { $0.name }
    ) {
        self.slot = slot
        self.value = value
        self.spelled = spelled
    }

    /// Reads without saying a type.
    package func read(_ entry: String) -> String { "_\(entry)(at: \(slot))" }

    /// Reads as a type.
    package func read(_ entry: String, as type: String) -> String {
        "_\(entry)(at: \(slot), as: \(type).self)"
    }

    /// Reads a collection of elements of a type.
    package func read(_ entry: String, of type: String) -> String {
        "_\(entry)(at: \(slot), of: \(type).self)"
    }

    /// Sets the value, or what is made of it.
    package func write(_ entry: String, _ made: String? = nil) -> String {
        "_set\(entry)(\(made ?? value), at: \(slot))"
    }
}
