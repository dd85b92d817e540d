// SPDX-License-Identifier: Apache-2.0
// The members that must not stay behind when rows are deleted. A context applies delete rules to the members that it knows; the
// store finds members that other writers have added since (PRG-39). Part of ChangeSet.swift.

/// A relationship of deleted rows that must have no members left.
///
/// Where the members hold a foreign key, no row may refer to the owners after the change set. Where a join table holds the
/// pairs, each member of the owners must be handled, or deleted too.
public struct MemberCheck: Sendable {
    /// The entity of the owners.
    public let entity: Int32
    /// The relationship.
    public let slot: Int
    /// The deleted rows.
    public private(set) var owners: [ObjectKey] = []
    /// Members that the save has dealt with already, by owner; used for pairs of a join table only.
    public private(set) var handled: [ObjectKey: Set<ObjectKey>] = [:]

    init(entity: Int32, slot: Int) {
        self.entity = entity
        self.slot = slot
    }

    /// Adds a deleted row.
    package mutating func add(_ owner: ObjectKey, handled members: Set<ObjectKey> = []) {
        owners.append(owner)
        if !members.isEmpty { handled[owner] = members }
    }
}

extension ChangeSet {
    /// Adds a deleted row to the check of one of its relationships.
    package mutating func check(_ slot: Int, of owner: ObjectKey, handled: Set<ObjectKey> = []) {
        let known = memberChecks.firstIndex { $0.entity == owner.entity && $0.slot == slot }
        if known == nil { memberChecks.append(MemberCheck(entity: owner.entity, slot: slot)) }
        memberChecks[known ?? memberChecks.count - 1].add(owner, handled: handled)
    }
}
