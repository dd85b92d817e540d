// SPDX-License-Identifier: Apache-2.0
// The handle of an attribute that merges, `$likes`: its type, and the expression that makes it for an object.

/// The handle of one attribute.
package struct HandleText: Sendable, Equatable {
    /// How an attribute merges.
    package enum Kind: String, CaseIterable, Sendable {
        case counter, set, dictionary, value
    }

    package let kind: Kind
    /// For example `MergeableCounter<Int64>`.
    package let type: String
    /// The slot as an expression.
    package let slot: String

    /// Makes the handle of a slot.
    ///
    /// - Parameters:
    ///   - kind: how the attribute merges.
    ///   - argument: the type of a counter or a value, or of a set's elements.
    ///   - slot: the slot as an expression.
    ///   - spelled: writes the name of one of the library's types.
    package init(_ kind: Kind, of argument: String, at slot: String, spelled: (String) -> String = { $0 }) {
        self.kind = kind
        self.slot = slot
        type =
            switch kind {
            case .counter: "\(spelled("MergeableCounter"))<\(argument)>"
            case .set: "\(spelled("MergeableSet"))<\(argument)>"
            case .dictionary: spelled("MergeableDictionary")
            case .value: "\(spelled("MergeableValue"))<\(argument)>"
            }
    }

    /// The expression of the handle; the handle of a value reads and sets the object's `property`.
    package func expression(of object: String, property: String) -> String {
        guard kind == .value else { return "\(type)(\(object), at: \(slot))" }
        return
            "\(type)(\(object), at: \(slot), get: { \(object).\(property) }, set: { \(object).\(property) = $0 })"
    }
}
