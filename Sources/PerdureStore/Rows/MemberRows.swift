// SPDX-License-Identifier: Apache-2.0
// The result of one read: the members of a to-many relationship for many owners. MemberLists.swift keeps their keys.

/// Members with their owners.
public struct MemberRows: Sendable {
    /// The rows of the members; an object that is a member of several owners comes once for each.
    public var rows: [Row] = []
    /// The number of the owner of each row.
    public var owners: [Int64] = []

    /// No members.
    public init() {}
}

/// The keys of members with their owners: those of one owner stand together, in the order of the relationship or of the keys.
package struct MemberKeys: Sendable {
    /// The keys of the members; an object that is a member of several owners comes once for each.
    package var keys: [ObjectKey] = []
    /// The number of the owner of each member.
    package var owners: [Int64] = []

    /// No members.
    package init() {}
}

/// The owners whose members are read: objects of one hierarchy with a to-many relationship.
public struct MemberOwners: Sendable {
    /// The relationship's slot in the entity.
    public let slot: Int
    /// The entity that declares the relationship, or one that inherits it.
    public let entity: Int32
    /// The numbers of the owners' keys.
    public let numbers: [Int64]

    /// Names owners.
    public init(slot: Int, entity: Int32, numbers: [Int64]) {
        self.slot = slot
        self.entity = entity
        self.numbers = numbers
    }
}
