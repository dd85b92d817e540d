// SPDX-License-Identifier: Apache-2.0
// The result of one read: the members of a to-many relationship for many owners. MemberLists.swift keeps their keys.

/// Members with their owners.
package struct MemberRows: Sendable {
    /// The rows of the members; an object that is a member of several owners comes once for each.
    package var rows: [Row] = []
    /// The number of the owner of each row.
    package var owners: [Int64] = []

    package init() {}
}

/// The owners whose members are read: objects of one hierarchy with a to-many relationship.
package struct MemberOwners: Sendable {
    /// The relationship's slot in the entity.
    package let slot: Int
    /// The entity that declares the relationship, or one that inherits it.
    package let entity: Int32
    /// The numbers of the owners' keys.
    package let numbers: [Int64]

    package init(slot: Int, entity: Int32, numbers: [Int64]) {
        self.slot = slot
        self.entity = entity
        self.numbers = numbers
    }
}
