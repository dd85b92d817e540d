// SPDX-License-Identifier: Apache-2.0
// Checks every kind of unordered relationship; StoreEngineSuite+Orders.swift checks ordered relationships.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let relationshipChecks: [Check] = [
        Check("a to-one slot holds the key, and its inverse lists the owners") { suite in
            let store = try suite.store()
            let department = try store.insert("Department")
            let ada = try store.insert("Employee", ["department": .reference(department)])
            let grace = try store.insert("Manager", ["department": .reference(department)])
            try store.insert("Employee")
            #expect(try store.value(ada, "department") == .reference(department))
            let members = try store.members("members", of: department)
            #expect(Set(members) == [ada, grace])
            #expect(members.first { $0 == grace }?.entity == grace.entity, "keys name the concrete entity")
        },
        Check("a to-one slot that changes leaves one inverse and joins another") { suite in
            let store = try suite.store()
            let old = try store.insert("Department")
            let new = try store.insert("Department")
            let ada = try store.insert("Employee", ["department": .reference(old)])
            var changes = ChangeSet()
            changes.updates = [try store.update(ada, ["department": .reference(new)], expecting: 1)]
            try store.commit(changes)
            #expect(try store.members("members", of: old).isEmpty)
            #expect(try store.members("members", of: new) == [ada])
            changes.updates = [try store.update(ada, ["department": .null], expecting: 2)]
            try store.commit(changes)
            #expect(try store.members("members", of: new).isEmpty)
        },
        Check("objects inserted in one commit may point at one another") { suite in
            let store = try suite.store()
            var first = try store.insertion("Employee")
            var second = try store.insertion("Employee")
            let boss = try store.slot("Employee", "boss")
            first.values[boss] = .reference(second.key)
            second.values[boss] = .reference(first.key)
            var changes = ChangeSet()
            changes.insertions = [first, second]
            try store.commit(changes)
            #expect(try store.members("reports", of: first.key) == [second.key])
            #expect(try store.members("reports", of: second.key) == [first.key])
        },
        Check("many-to-many links are seen from both ends, and can be cut") { suite in
            let store = try suite.store()
            let (ada, tag) = (try store.insert("Employee"), try store.insert("Tag"))
            let other = try store.insert("Tag")
            var changes = ChangeSet()
            changes.links = [
                try store.listedLink(ada, "tags", tag), try store.listedLink(ada, "tags", other),
            ]
            try store.commit(changes)
            #expect(Set(try store.members("tags", of: ada)) == [tag, other])
            #expect(try store.members("people", of: tag) == [ada])
            changes.links = [try store.listedLink(ada, "tags", tag, isInsertion: false)]
            try store.commit(changes)
            #expect(try store.members("tags", of: ada) == [other])
            #expect(try store.members("people", of: tag).isEmpty)
        },
        Check("a reflexive relationship is listed once and seen from both objects") { suite in
            let store = try suite.store()
            let (ada, grace) = (try store.insert("Employee"), try store.insert("Manager"))
            var changes = ChangeSet()
            changes.links = [try store.link(ada, "friends", grace)]
            try store.commit(changes)
            #expect(try store.members("friends", of: ada) == [grace])
            #expect(try store.members("friends", of: grace) == [ada])
            changes.links = [try store.link(grace, "friends", ada, isInsertion: false)]
            try store.commit(changes)
            #expect(try store.members("friends", of: ada).isEmpty)
            #expect(try store.members("friends", of: grace).isEmpty)
        },
        Check("a to-many relationship without inverse keeps its members") { suite in
            let store = try suite.store()
            let (ada, grace) = (try store.insert("Employee"), try store.insert("Employee"))
            // Each member has one owner: Core Data's files keep this relationship as a foreign key of the member.
            let (tag, other) = (try store.insert("Tag"), try store.insert("Tag"))
            var changes = ChangeSet()
            changes.links = [
                try store.link(ada, "bookmarks", tag), try store.link(grace, "bookmarks", other),
            ]
            try store.commit(changes)
            #expect(try store.members("bookmarks", of: ada) == [tag])
            changes.links = [try store.link(ada, "bookmarks", tag, isInsertion: false)]
            try store.commit(changes)
            #expect(try store.members("bookmarks", of: ada).isEmpty)
            #expect(try store.members("bookmarks", of: grace) == [other])
        },
        Check("links of a deleted object are removed with it") { suite in
            let store = try suite.store()
            let (ada, tag) = (try store.insert("Employee"), try store.insert("Tag"))
            let grace = try store.insert("Employee")
            var changes = ChangeSet()
            changes.links = [
                try store.listedLink(ada, "tags", tag), try store.link(ada, "friends", grace),
                try store.link(grace, "bookmarks", tag),
            ]
            try store.commit(changes)
            changes.links = []
            changes.deletions = [RowDeletion(key: ada, expectedVersion: 1)]
            try store.commit(changes)
            #expect(try store.members("people", of: tag).isEmpty)
            #expect(try store.members("friends", of: grace).isEmpty)
            changes.deletions = [RowDeletion(key: tag, expectedVersion: 1)]
            try store.commit(changes)
            #expect(try store.members("bookmarks", of: grace).isEmpty)
        },
    ]
}

extension EngineUnderTest {
    /// A many-to-many link, under the relationship that lists the links.
    func listedLink(_ owner: ObjectKey, _ name: String, _ member: ObjectKey, isInsertion: Bool = true) throws
        -> LinkChange
    {
        let layout = schema[owner.entity]
        let relationship = try #require(layout.property(named: name)?.relationship)
        if relationship.listsLinks { return try link(owner, name, member, isInsertion: isInsertion) }
        return LinkChange(
            owner: member, slot: try #require(relationship.inverseSlot), member: owner,
            isInsertion: isInsertion)
    }
}
