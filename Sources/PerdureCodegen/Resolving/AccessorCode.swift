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
    /// How the property's primitive value passes through `Any?`.
    var primitive: Primitive

    /// A value between its type and `Any?`.
    struct Primitive: Sendable, Equatable {
        /// The type that the primitive value is cast to; nil for a property that is `Any?` itself.
        var cast: String?
        /// What follows the cast, for example ` ?? 0`.
        var rest = ""
        /// `newValue` or an expression of it.
        var writing = "newValue"

        /// The expression that reads the primitive value of a key, given as a literal.
        func reading(_ key: String) -> String {
            let value = "primitiveValue(forKey: \(key))"
            guard let cast else { return value }
            return rest.isEmpty ? "\(value) as? \(cast)" : "(\(value) as? \(cast))\(rest)"
        }
    }
}
