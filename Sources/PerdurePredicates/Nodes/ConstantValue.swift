// SPDX-License-Identifier: Apache-2.0
// The constants of an expression. Values where possible, so that a predicate can cross to a store;
// an object keeps its box until the request is planned, which turns it into a reference.

import Foundation

/// A constant of an expression.
///
/// Plans of fetches hold it for store engines; programs use `NSPredicate` and `NSExpression`.
///
/// ## Stability
/// May change in any version before 0.1.0.
public enum ConstantValue: Sendable, Hashable {
    /// nil, and an NSNull that was read from a value.
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

extension ConstantValue {
    // Booleans are equal to the numbers 0 and 1, as NSNumber has it: `flag == YES` is printed as `flag == 1`.
    /// Whether two constants are equal; booleans equal the numbers 0 and 1.
    public static func == (left: ConstantValue, right: ConstantValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.boolean(let flag), .integer(let number)), (.integer(let number), .boolean(let flag)):
            number == (flag ? 1 : 0)
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.uuid(let left), .uuid(let right)): left == right
        case (.url(let left), .url(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.set(let left), .set(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        case (.reference(let left), .reference(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, .object(let box)), (.object(let box), .null): box.isNull
        default: false
        }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value ? 1 as Int64 : 0)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .url(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .set(let value): hasher.combine(value)
        case .dictionary(let value): hasher.combine(value)
        case .reference(let value): hasher.combine(value)
        case .object(let value): if value.isNull { hasher.combine(0) } else { hasher.combine(value) }
        }
    }
}

/// A stored object as stores know it: entity number, number of the hierarchy's root entity, primary key.
public struct StoredReference: Sendable, Hashable {
    /// The number of the object's entity.
    public var entity: Int32
    /// The number of the root entity of the hierarchy.
    public var root: Int32
    /// The primary key.
    public var number: Int64

    /// Names an object.
    public init(entity: Int32, root: Int32, number: Int64) {
        self.entity = entity
        self.root = root
        self.number = number
    }

    /// Whether two references name one object; the entity does not count.
    public static func == (left: StoredReference, right: StoredReference) -> Bool {
        left.number == right.number && left.root == right.root
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(root)
        hasher.combine(number)
    }
}

/// An object used as a constant.
///
/// Equal when the objects are (isEqual for NSObject, identity otherwise).
public final class ConstantObject: @unchecked Sendable, Hashable {
    // Sendable because a predicate never changes its constants; a managed object in it is used only by its own
    // context's evaluation.
    /// The object.
    public let object: AnyObject

    /// Holds an object.
    public init(_ object: AnyObject) { self.object = object }

    /// Whether the object is NSNull, which a program has given instead of nil: it equals nil, and is printed as NSNull.
    var isNull: Bool { object is NSNull }

    /// Whether the objects are equal.
    public static func == (left: ConstantObject, right: ConstantObject) -> Bool {
        if left.object === right.object { return true }
        guard let left = left.object as? NSObject, let right = right.object as? NSObject else { return false }
        return left.isEqual(right)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        if let object = object as? NSObject {
            hasher.combine(object.hash)
        } else {
            hasher.combine(ObjectIdentifier(object))
        }
    }
}
