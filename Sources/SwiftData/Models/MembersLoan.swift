// SPDX-License-Identifier: Apache-2.0
// The members of a to-many relationship while a statement changes them in place, and kept for the next such statement.
// ModelObject+Lending.swift lends them and takes them back.

import Foundation

/// Equal as long as the members of a relationship and their order are the same.
struct MembersStamp: Equatable {
    /// The state of the object's members; below zero without a context.
    let state: Int64
    /// How often members were set as a whole.
    let changes: Int64
}

/// The members of a to-many relationship, lent to a statement that changes them in place.
public final class _MembersLoan<T: PersistentModel>: CircularLoan {
    /// The members as the program sees them.
    public var value: [T]
    /// The members as the object has them; strong, so that a reference always means the same model.
    var known: [T]
    /// The state of the object's members to which `known` belongs.
    var stamp: MembersStamp
    /// Whether the object has the order of all members.
    var hasOrder = false
    private lazy var ids = Set(known.map { ObjectIdentifier($0) })

    /// Whether members may lead back to the owner by relationships to many, so that models would keep each other alive.
    let isCircular: Bool

    init(_ models: [T], stamp: MembersStamp, isCircular: Bool) {
        value = models
        known = models
        self.stamp = stamp
        self.isCircular = isCircular
    }

    /// The members, for a property that may be nil; nil becomes no members.
    public var optional: [T]? {
        get { value }
        _modify {
            // The array moves out and in again, so that a change in place copies nothing.
            var lent: [T]? = value
            value = []
            defer { value = lent ?? [] }
            yield &lent
        }
    }

    /// Whether models were added at the end, or nothing was done.
    var isExtended: Bool {
        guard value.count >= known.count else { return false }
        return value.withUnsafeBytes { new in
            known.withUnsafeBytes { old in
                guard let first = old.baseAddress, let second = new.baseAddress else { return old.isEmpty }
                return memcmp(first, second, old.count) == 0
            }
        }
    }

    /// The models at the end; nil if one of them was a member before.
    func takeNew() -> [T]? {
        let new = Array(value[known.count...])
        let areNew = new.reduce(true) { ids.insert(ObjectIdentifier($1)).inserted && $0 }
        return areNew ? new : nil
    }
}

/// A value that is no relationship, lent to a statement that changes it in place.
public final class _ValueLoan<V> {
    /// The value.
    public var value: V
    /// The value, for a property that may be nil.
    public var optional: V {
        get { value }
        _modify { yield &value }
    }

    init(_ value: V) { self.value = value }
}
