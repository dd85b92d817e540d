// SPDX-License-Identifier: Apache-2.0
// Where deletions meet members of others: A has read an owner and its members, the other adds one more, then A deletes
// the owner. DanglingMemberTests.swift says what must become of them.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A relationship of owners, and who the other is.
struct DanglingMemberCase: Sendable, CustomTestStringConvertible {
    enum Shape: String, CaseIterable, Sendable {
        case oneToMany, ordered, oneToOne, manyToMany, orderedManyToMany, withoutInverse
    }

    let shape: Shape
    let rule: NSDeleteRule
    let writer: Writer

    var testDescription: String { "\(shape) \(rule) \(writer)" }

    /// Whether the member's own row says whose member it is.
    var memberHasKey: Bool { [.oneToMany, .ordered, .oneToOne].contains(shape) }

    static let all = Shape.allCases.flatMap { shape in
        [NSDeleteRule.nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule].flatMap { rule in
            Writer.allCases.map { DanglingMemberCase(shape: shape, rule: rule, writer: $0) }
        }
    }

    var model: NSManagedObjectModel {
        let isOrdered = shape == .ordered || shape == .orderedManyToMany
        let inverse = shape == .withoutInverse ? nil : "owner"
        let members: PropertySketch =
            shape == .oneToOne
            ? .toOne("members", "Member", inverse: inverse, rule: rule)
            : .toMany("members", "Member", inverse: inverse, rule: rule, isOrdered: isOrdered)
        let owner: PropertySketch =
            shape == .manyToMany || shape == .orderedManyToMany
            ? .toMany("owner", "Owner", inverse: "members")
            : shape == .withoutInverse
                ? .attribute("owner") : .toOne("owner", "Owner", inverse: "members")
        return NSManagedObjectModel(
            EntitySketch("Owner", .attribute("name"), members),
            EntitySketch("Member", .attribute("name"), owner))
    }
}

/// A saved owner with a member, and another member of nobody.
final class DanglingMemberStage {
    let test: DanglingMemberCase
    let stack: Stack
    let a: NSManagedObjectContext
    let owner: NSManagedObject
    private let second: Stack?

    init(_ test: DanglingMemberCase, _ policy: NSMergePolicy) throws {
        self.test = test
        let stack = try Stack(test.writer.kind, test.model)
        let a = stack.context(policy)
        self.stack = stack
        self.a = a
        second = try test.writer.isElsewhere ? stack.place.map { try Stack(at: $0, test.model) } : nil
        owner = try a.performAndWait {
            let owner = a.insert("Owner", ["name": "o"])
            a.insert("Member", ["name": "free"])
            // What denies has to be empty for A.
            if test.rule != .denyDeleteRule, test.shape != .oneToOne {
                Self.add(a.insert("Member", ["name": "old"]), to: owner)
            }
            try a.save()
            _ = Self.members(of: owner)
            return owner
        }
    }

    static func members(of owner: NSManagedObject) -> [NSManagedObject] {
        switch owner.value(forKey: "members") {
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
        case let object as NSManagedObject: [object]
        default: []
        }
    }

    static func add(_ member: NSManagedObject, to owner: NSManagedObject) {
        guard let relationship = owner.entity.relationshipsByName["members"] else { return }
        if !relationship.isToMany { return owner.setValue(member, forKey: "members") }
        if relationship.isOrdered { return owner.mutableOrderedSetValue(forKey: "members").add(member) }
        owner.mutableSetValue(forKey: "members").add(member)
    }

    /// The other adds a new member, or the one of nobody, and saves.
    func otherAdds(_ name: String) throws {
        let version = try stack.versionSum(of: "Owner")
        let b = (second ?? stack).context()
        try b.performAndWait {
            let owner = try #require(try b.all("Owner").first)
            let found = try b.all("Member", "name == '\(name)'").first
            Self.add(found ?? b.insert("Member", ["name": name]), to: owner)
            try b.save()
        }
        if test.writer.isSilent { try stack.setOwnerVersion(version) }
    }

    /// What is stored: owners, members, and how many keys lead to nothing.
    func stored() throws -> (owners: Int, members: [String], dangling: Int) {
        let fresh = try stack.url.map { try Stack(at: $0, test.model) } ?? stack
        let context = fresh.context()
        return try context.performAndWait {
            let owners = Set(try context.all("Owner").map(\.objectID))
            let members = try context.all("Member", by: "name")
            let hasInverse = test.shape != .withoutInverse
            let references =
                hasInverse ? members.flatMap { $0.objectIDs(forRelationshipNamed: "owner") } : []
            let names = members.map { $0.value(forKey: "name") as? String ?? "?" }
            return (
                owners.count, names,
                references.filter { !owners.contains($0) }.count + (try stack.danglingKeys())
            )
        }
    }
}
