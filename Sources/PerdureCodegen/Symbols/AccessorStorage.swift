// SPDX-License-Identifier: Apache-2.0
// The place where an accessor finds its value. ManagedAccessor.swift writes the code for it.

/// The value behind a managed property.
enum AccessorStorage: Equatable {
    /// A slot, with its number and kind from the model.
    case slot(Int, ManagedModel.PropertyKind)
    /// A property of the object's entity, found by its name, with its kind if that is known.
    case key(String, ManagedModel.PropertyKind?)
    /// The primitive value, which no one announces: a property named `primitiveTitle`.
    case primitive(String)

    /// The expression that reads the value as an object.
    var read: String {
        switch self {
        case .slot(let slot, _): "_value(at: \(slot))"
        case .key(let key, _): "_storedValue(forKey: \(SwiftName.literal(key)))"
        case .primitive(let key): "primitiveValue(forKey: \(SwiftName.literal(key)))"
        }
    }

    /// The statement that sets the value to an expression.
    func write(_ value: String) -> String {
        switch self {
        case .slot(let slot, _): "_setValue(\(value), at: \(slot))"
        case .key(let key, _): "_setStoredValue(\(value), forKey: \(SwiftName.literal(key)))"
        case .primitive(let key): "setPrimitiveValue(\(value), forKey: \(SwiftName.literal(key)))"
        }
    }

    var kind: ManagedModel.PropertyKind? {
        switch self {
        case .slot(_, let kind): kind
        case .key(_, let kind): kind
        case .primitive: nil
        }
    }
}
