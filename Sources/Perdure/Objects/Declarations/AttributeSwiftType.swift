// SPDX-License-Identifier: Apache-2.0
// The Swift type of a declared attribute: facts that no model file can hold. It says which stored values the type can read. It
// also keeps an initial value that cannot be a constant of a model.

import Foundation

/// The Swift type of an attribute that a class declares.
struct AttributeSwiftType: @unchecked Sendable {
    // Sendable because the closure captures nothing but types, and because objects share initial values as they share default
    // values on Apple's systems.

    /// The type's name, for messages.
    let name: String
    /// Whether the type can represent a value that key-value coding returns; nil when it can represent any value.
    let reads: ((Any) -> Bool)?
    /// The value of new objects, when the description cannot hold the value as its default.
    let initialValue: Any?
    /// The composite type whose members are the elements of the attribute.
    let composite: (any CompositeValue.Type)?
    /// The Codable type of a transformable attribute.
    let codable: Any.Type?
    /// The class of values that archive themselves.
    let archived: AnyClass?

    init(
        _ type: Any.Type, initialValue: Any? = nil, composite: (any CompositeValue.Type)? = nil,
        codable: Any.Type? = nil, archived: AnyClass? = nil, reads: ((Any) -> Bool)? = nil
    ) {
        name = TypeName.bare(type)
        self.initialValue = initialValue
        self.composite = composite
        self.codable = codable
        self.archived = archived
        self.reads = reads
    }
}
