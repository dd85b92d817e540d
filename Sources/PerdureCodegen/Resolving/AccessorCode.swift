// SPDX-License-Identifier: Apache-2.0
// A property's type and the expressions behind it. AttributeAccessors.swift and RelationshipAccessors.swift
// make them, PropertyWriter.swift writes them.

/// The Swift side of one property.
struct AccessorCode: Sendable, Equatable {
    /// As declared, for example `String?`.
    var type: String
    var get: String
    /// A statement that sets `newValue`; nil for a property that can only be read.
    var set: String?
    var primitive: Primitive

    /// What a property's slot holds, read and set without an announcement.
    ///
    /// Optional also for scalars, so that accessors written by hand can tell "nothing yet" from a value.
    struct Primitive: Sendable, Equatable {
        var type: String
        var get: String
        var set: String?
    }
}

extension AccessorCode.Primitive {
    /// A value that passes through `Any?` as it is.
    static func value(_ type: String, at slot: Int) -> Self {
        Self(
            type: "\(type)?", get: "_primitiveValue(at: \(slot), as: \(type).self)",
            set: "_setPrimitiveValue(newValue, at: \(slot))")
    }
}
