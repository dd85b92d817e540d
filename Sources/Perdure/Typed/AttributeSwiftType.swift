// SPDX-License-Identifier: Apache-2.0
// What a declaration knows about an attribute's Swift type and no model file can hold: which stored values it
// reads, and an initial value that is no constant of a model.

import Foundation

/// The Swift type of an attribute that a class declares.
struct AttributeSwiftType: @unchecked Sendable {
    // Sendable because the closure captures nothing but types, and initial values are shared as Apple shares
    // default values.

    /// For messages.
    let name: String
    /// Whether the type has a value for what key-value coding gives; nil when any will do.
    let reads: ((Any) -> Bool)?
    /// The value of new objects where the description cannot hold it as its default value.
    let initialValue: Any?
    /// The type whose members are a composite attribute's elements.
    let composite: (any CompositeValue.Type)?
    /// The transformable attribute's type.
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
