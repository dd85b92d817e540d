// SPDX-License-Identifier: Apache-2.0
// Changes of to-many relationships as observers see them: the members that are added and removed, and their indexes.

import Foundation
import PerdureFoundationGaps

/// How a change of members is announced.
enum MemberMutation {
    /// The announcement names objects.
    case objects(NSKeyValueSetMutationKind, Set<AnyHashable>)
    /// The announcement names indexes of an ordered relationship.
    case places(NSKeyValueChange, IndexSet)
}

/// A change of members before it happens.
struct MemberChange {
    var kind = NSKeyValueChange.setting
    var indexes: IndexSet?
    /// The removed members.
    var old: ObservedValue?
    /// The added members.
    var new: ObservedValue?
    /// The indexes of the added members, if the members are not known yet.
    var places: IndexSet?

    /// Makes the change; nil when the key is no to-many relationship, or the whole relationship changes.
    ///
    /// - Parameters:
    ///   - mutation: how the change is announced.
    ///   - expected: all members after the change, in their order, if they are known.
    ///   - object: the relationship's owner.
    ///   - key: the relationship.
    init?(
        _ mutation: MemberMutation, _ expected: [NSManagedObject]?, of object: NSManagedObject, _ key: String
    ) {
        guard let property = object.binding.property(named: key), let relationship = property.relationship,
            relationship.isToMany, !object.slots.isFault
        else { return nil }
        switch mutation {
        case .places(let kind, let indexes):
            guard relationship.isOrdered else { return nil }
            self.init(kind, indexes, object.loadedToMany(at: property.slot).list)
        case .objects(let kind, let objects):
            if relationship.isOrdered {
                let before = object.loadedToMany(at: property.slot).list
                self.init(from: before, to: expected ?? kind.result(before, objects))
            } else {
                self.init(kind, objects, object, property.slot)
            }
        }
    }

    /// Makes the change of an ordered relationship that a hand-written accessor announces.
    private init(_ kind: NSKeyValueChange, _ indexes: IndexSet, _ before: [NSManagedObject]) {
        self.kind = kind
        self.indexes = indexes
        if kind != .insertion {
            old = .members(indexes.filter(before.indices.contains).map { before[$0] }, isOrdered: true)
        }
        if kind != .removal { places = indexes }
    }

    /// Makes the change of an unordered relationship; loads it only if the members must be known.
    private init(
        _ kind: NSKeyValueSetMutationKind, _ objects: Set<AnyHashable>, _ object: NSManagedObject, _ slot: Int
    ) {
        let needsMembers = kind == .intersect || kind == .set
        let value = needsMembers ? object.loadedToMany(at: slot) : object.toMany(at: slot)
        let given = objects.compactMap { $0.base as? NSManagedObject }
        let coming = given.filter { !value.contains($0) }
        let going = value.list.filter { !objects.contains($0) }
        switch kind {
        case .union: (self.kind, new) = (.insertion, .members(coming, isOrdered: false))
        case .minus:
            let members = value.isLoaded ? given.filter(value.contains) : given
            (self.kind, old) = (.removal, .members(members, isOrdered: false))
        case .intersect: (self.kind, old) = (.removal, .members(going, isOrdered: false))
        case .set:
            self.kind = .replacement
            (old, new) = (.members(going, isOrdered: false), .members(coming, isOrdered: false))
        }
    }

    /// Makes the change of an ordered relationship, with as few indexes as possible.
    ///
    /// Nil when members are added and removed at once and indexes cannot describe the change.
    private init?(from before: [NSManagedObject], to after: [NSManagedObject]) {
        let stays = Set(before).intersection(after)
        let coming = IndexSet(after.indices.filter { !stays.contains(after[$0]) })
        let going = IndexSet(before.indices.filter { !stays.contains(before[$0]) })
        let isSameOrder = before.filter(stays.contains) == after.filter(stays.contains)
        if isSameOrder, going.isEmpty {
            (kind, indexes, new) = (.insertion, coming, Self.members(after, coming))
        } else if isSameOrder, coming.isEmpty {
            (kind, indexes, old) = (.removal, going, Self.members(before, going))
        } else if before.count == after.count {
            let places = IndexSet(before.indices.filter { before[$0] !== after[$0] })
            (kind, indexes) = (.replacement, places)
            (old, new) = (Self.members(before, places), Self.members(after, places))
        } else {
            return nil
        }
    }

    private static func members(_ all: [NSManagedObject], _ places: IndexSet) -> ObservedValue {
        .members(places.map { all[$0] }, isOrdered: true)
    }
}

extension NSKeyValueSetMutationKind {
    /// The members of an ordered relationship after a change by objects.
    fileprivate func result(_ before: [NSManagedObject], _ objects: Set<AnyHashable>) -> [NSManagedObject] {
        let known = Set(before)
        let others = objects.compactMap { $0.base as? NSManagedObject }.filter { !known.contains($0) }
        return switch self {
        case .union: before + others
        case .minus: before.filter { !objects.contains($0) }
        case .intersect: before.filter { objects.contains($0) }
        case .set: before.filter { objects.contains($0) } + others
        }
    }
}

extension NSManagedObject {
    /// The members at indexes of an ordered relationship.
    final func members(_ key: String, at places: IndexSet) -> [NSManagedObject] {
        guard let property = binding.property(named: key), property.isToMany, !slots.isFault else {
            return []
        }
        let list = loadedToMany(at: property.slot).list
        return places.filter(list.indices.contains).map { list[$0] }
    }
}
