// SPDX-License-Identifier: Apache-2.0
// The constants of an expression. Values where possible, so that a predicate can cross to a store;
// an object keeps its box until the request is planned, which turns it into a reference.

import Foundation

/// A constant of an expression.
package indirect enum ConstantValue: Sendable, Hashable {
    /// nil and NSNull
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case data(Data)
    case uuid(UUID)
    case url(URL)
    case array([ConstantValue])
    case set(Set<ConstantValue>)
    case dictionary([String: ConstantValue])
    /// A stored object, named by the integers that stores use. Only in planned requests.
    case reference(StoredReference)
    /// Any other object: a managed object, an object ID, an entity, a user's own value.
    case object(ConstantObject)
}

/// A stored object as stores know it: entity number, number of the hierarchy's root entity, primary key.
package struct StoredReference: Sendable, Hashable {
    package var entity: Int32
    package var root: Int32
    package var number: Int64

    package init(entity: Int32, root: Int32, number: Int64) {
        self.entity = entity
        self.root = root
        self.number = number
    }

    package static func == (left: StoredReference, right: StoredReference) -> Bool {
        left.number == right.number && left.root == right.root
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(root)
        hasher.combine(number)
    }
}

/// An object used as a constant.
///
/// Equal when the objects are (isEqual for NSObject, identity otherwise).
package final class ConstantObject: @unchecked Sendable, Hashable {
    // Sendable because a predicate never changes its constants; a managed object in it is used only by its own
    // context's evaluation.
    package let object: AnyObject

    package init(_ object: AnyObject) { self.object = object }

    package static func == (left: ConstantObject, right: ConstantObject) -> Bool {
        if left.object === right.object { return true }
        guard let left = left.object as? NSObject, let right = right.object as? NSObject else { return false }
        return left.isEqual(right)
    }

    package func hash(into hasher: inout Hasher) {
        if let object = object as? NSObject {
            hasher.combine(object.hash)
        } else {
            hasher.combine(ObjectIdentifier(object))
        }
    }
}
