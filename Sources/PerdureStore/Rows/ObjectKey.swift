// SPDX-License-Identifier: Apache-2.0
// The identity of a stored object within one store: a few integers, so that rows and plans can
// cross the line between contexts and engines. NSManagedObjectID is its public face.

import PerdurePredicates

/// Names one object of one store.
///
/// Two keys are equal when their hierarchies and numbers are equal. The entity does not count: a key made from a relationship
/// to a super entity does not know the object's concrete entity, and must find the object too.
public struct ObjectKey: Sendable, Hashable {
    /// The number of the object's entity in the schema (the concrete one, as far as it is known).
    public let entity: Int32
    /// The number of the root entity of the hierarchy.
    public let root: Int32
    /// The primary key (`Z_PK`), unique within the hierarchy.
    public let number: Int64

    /// Makes a key; engines take its number from `StoreEngine.reserveKeys(_:entity:)`.
    public init(entity: Int32, root: Int32, number: Int64) {
        self.entity = entity
        self.root = root
        self.number = number
    }

    /// Whether two keys name one object.
    @inlinable public static func == (left: ObjectKey, right: ObjectKey) -> Bool {
        left.number == right.number && left.root == right.root
    }

    /// Hashes what `==` compares.
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(root)
    }
}

extension ObjectKey {
    /// The form in which a key stands in a predicate.
    public var reference: StoredReference { StoredReference(entity: entity, root: root, number: number) }
    /// A reference of the same hierarchy to no object: no row has the number 0.
    public var referenceToNothing: StoredReference { StoredReference(entity: entity, root: root, number: 0) }

    /// The key that a predicate's reference names.
    public init(_ reference: StoredReference) {
        self.init(entity: reference.entity, root: reference.root, number: reference.number)
    }
}
