// SPDX-License-Identifier: Apache-2.0
// Ordered relationships: one-to-many and many-to-many.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let orderChecks: [Check] = [
        Check("an ordered one-to-many relationship comes back in its order") { suite in
            let (store, owner, tags) = try suite.desks(5)
            let order = [tags[3], tags[0], tags[4], tags[1], tags[2]]
            try store.reorder(owner, "desks", order)
            #expect(try store.members("desks", of: owner) == order)
        },
        Check("an order can be changed again and again") { suite in
            let (store, owner, tags) = try suite.desks(6)
            var order = tags
            for step in 0..<20 {
                order.swapAt(step % 6, (step * 5 + 1) % 6)
                order.insert(order.removeLast(), at: step % 5)
                try store.reorder(owner, "desks", order)
                #expect(try store.members("desks", of: owner) == order)
            }
        },
        Check("a member that leaves an ordered relationship leaves no gap") { suite in
            let (store, owner, tags) = try suite.desks(4)
            var changes = ChangeSet()
            changes.updates = [try store.update(tags[1], ["desk": .null], expecting: nil)]
            changes.orders = [try store.order(owner, "desks", [tags[3], tags[2], tags[0]])]
            try store.commit(changes)
            #expect(try store.members("desks", of: owner) == [tags[3], tags[2], tags[0]])
        },
        Check("a new member can stand between others") { suite in
            let (store, owner, tags) = try suite.desks(2)
            let new = try store.insertion("Tag", ["desk": .reference(owner)])
            var changes = ChangeSet()
            changes.insertions = [new]
            changes.orders = [try store.order(owner, "desks", [tags[0], new.key, tags[1]])]
            try store.commit(changes)
            #expect(try store.members("desks", of: owner) == [tags[0], new.key, tags[1]])
        },
        Check("the ordered end of a many-to-many relationship keeps its order") { suite in
            let store = try suite.store()
            let tag = try store.insert("Tag")
            let people = try (0..<4).map { _ in try store.insert("Employee") }
            var changes = ChangeSet()
            changes.links = try people.map { try store.listedLink($0, "tags", tag) }
            changes.orders = [try store.order(tag, "people", people.reversed())]
            try store.commit(changes)
            #expect(try store.members("people", of: tag) == people.reversed())
            #expect(try store.members("tags", of: people[0]) == [tag])
            try store.reorder(tag, "people", [people[1], people[3], people[0], people[2]])
            #expect(
                try store.members("people", of: tag) == [people[1], people[3], people[0], people[2]])
        },
        Check("a deleted member is out of the order") { suite in
            let (store, owner, tags) = try suite.desks(3)
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: tags[1], expectedVersion: nil)]
            changes.orders = [try store.order(owner, "desks", [tags[2], tags[0]])]
            try store.commit(changes)
            #expect(try store.members("desks", of: owner) == [tags[2], tags[0]])
        },
    ]

    /// A manager with some desks, in the order of their insertion.
    private func desks(_ count: Int) throws -> (EngineUnderTest, ObjectKey, [ObjectKey]) {
        let store = try store()
        let owner = try store.insert("Manager")
        var changes = ChangeSet()
        changes.insertions = try (0..<count).map { _ in
            try store.insertion("Tag", ["desk": .reference(owner)])
        }
        let tags = changes.insertions.map(\.key)
        changes.orders = [try store.order(owner, "desks", tags)]
        try store.commit(changes)
        #expect(try store.members("desks", of: owner) == tags)
        return (store, owner, tags)
    }
}

extension EngineUnderTest {
    fileprivate func reorder(_ owner: ObjectKey, _ name: String, _ members: [ObjectKey]) throws {
        var changes = ChangeSet()
        changes.orders = [try order(owner, name, members)]
        try commit(changes)
    }
}
