// SPDX-License-Identifier: Apache-2.0
// Calls of the entry points that objects have by slot (SlotAccessors.swift). PlainType.swift has the entry
// points of each attribute type.

/// One slot in source text, and the calls that read and set it.
package struct SlotText: Sendable {
    /// The slot as an expression.
    package let slot: String
    /// The value of setters, as an expression.
    package let value: String
    /// Writes the name of a type, with its module where the program has its own type of that name.
    let spelled: @Sendable (TypeName) -> String

    package init(
        _ slot: String, value: String = "newValue",
        spelled: @escaping @Sendable (TypeName) -> String = { $0.name }
    ) {
        self.slot = slot
        self.value = value
        self.spelled = spelled
    }

    /// Reads a value without naming a type.
    package func read(_ entry: String) -> String { "_\(entry)(at: \(slot))" }

    /// Reads a value as a type.
    package func read(_ entry: String, as type: String) -> String {
        "_\(entry)(at: \(slot), as: \(type).self)"
    }

    /// Reads a collection of elements of a type.
    package func read(_ entry: String, of type: String) -> String {
        "_\(entry)(at: \(slot), of: \(type).self)"
    }

    /// Sets the value, or the expression `made` in its place.
    package func write(_ entry: String, _ made: String? = nil) -> String {
        "_set\(entry)(\(made ?? value), at: \(slot))"
    }
}
