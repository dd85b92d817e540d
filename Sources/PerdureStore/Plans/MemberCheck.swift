// SPDX-License-Identifier: Apache-2.0
// Who must not stay behind when rows are deleted. Above the line delete rules act on the members that a context knows; the
// store finds those that came from other writers since (PRG-39). Part of ChangeSet.swift.

/// A relationship of deleted rows at whose other end nobody may be left.
///
/// Where the members hold a key, no row may refer to the owners after the change set. Where pairs are kept apart, the owners
/// may have had no members but settled ones and those that are deleted too.
package struct MemberCheck: Sendable {
    /// The entity of the owners.
    package let entity: Int32
    /// The relationship.
    package let slot: Int
    package private(set) var owners: [ObjectKey] = []
    /// Members, by owner, about which the save has decided already; only asked about pairs.
    package private(set) var settled: [ObjectKey: Set<ObjectKey>] = [:]

    package init(entity: Int32, slot: Int) {
        self.entity = entity
        self.slot = slot
    }

    /// Adds a deleted row.
    package mutating func add(_ owner: ObjectKey, settled members: Set<ObjectKey> = []) {
        owners.append(owner)
        if !members.isEmpty { settled[owner] = members }
    }
}

extension ChangeSet {
    /// Adds a deleted row to the check of one of its relationships.
    package mutating func check(_ slot: Int, of owner: ObjectKey, settled: Set<ObjectKey> = []) {
        let known = memberChecks.firstIndex { $0.entity == owner.entity && $0.slot == slot }
        if known == nil { memberChecks.append(MemberCheck(entity: owner.entity, slot: slot)) }
        memberChecks[known ?? memberChecks.count - 1].add(owner, settled: settled)
    }
}
