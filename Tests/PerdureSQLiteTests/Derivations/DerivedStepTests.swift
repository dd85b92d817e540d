// SPDX-License-Identifier: Apache-2.0
// Every form of derivation through the life of its objects, step by step, each step one change set.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: derived attributes") struct DerivedStepTests {
    /// A store whose derived values are compared after each commit.
    private struct Steps {
        let folder: StoreFolder
        let store: OpenStore

        init() throws {
            folder = try StoreFolder()
            store = try folder.open(DerivedModel.definitions)
        }

        func commit(_ step: String, _ changes: ChangeSet) throws {
            try store.commit(changes)
            let differences = try ScratchValues(store).differences()
            #expect(differences.isEmpty, "after: \(step)")
        }

        @discardableResult
        func insert(_ entity: String, _ values: [String: StoredValue] = [:]) throws -> ObjectKey {
            let insertion = try store.insertion(entity, values)
            try commit("insert \(entity)", ChangeSet(insertions: [insertion]))
            return insertion.key
        }

        func update(_ key: ObjectKey, _ values: [String: StoredValue]) throws {
            try commit("update \(values)", try store.updating(key, values, version: nil))
        }

        func link(_ owner: ObjectKey, _ name: String, _ member: ObjectKey, isInsertion: Bool = true) throws {
            let link = try store.link(owner, name, member, isInsertion: isInsertion)
            try commit("\(isInsertion ? "link" : "unlink") \(name)", ChangeSet(links: [link]))
        }

        func delete(_ key: ObjectKey, _ nullified: [ObjectKey: String] = [:]) throws {
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
            for (row, name) in nullified {
                changes.updates += try store.updating(row, [name: .null], version: nil).updates
            }
            try commit("delete \(store.schema[key.entity].name)", changes)
        }
    }

    @Test("DER-29a, DER-29b, DER-29c owners first: insert, change, move, set nil, delete")
    func ownersFirst() throws {
        let steps = try Steps()
        let customers = try ["Åsa", "Bo"].map {
            try steps.insert("Customer", ["name": .string($0), "age": .integer(30)])
        }
        let orders = try zip(["Order", "Rush"], customers).map {
            try steps.insert($0, ["code": .string("Ä-\($0)"), "customer": .reference($1), "due": .date(5)])
        }
        let products = try [1.1, 2.2].map { try steps.insert("Product", ["cost": .double($0)]) }
        let items = try (1...4).map { index -> ObjectKey in
            let number = Double(index)
            return try steps.insert(
                "Item",
                [
                    "points": .integer(Int64(index * 10)), "weight": .double(number / 3),
                    "price": .double(number / 10), "made": .date(number),
                    "order": .reference(orders[index % 2]), "product": .reference(products[index / 3]),
                ])
        }
        try steps.update(customers[0], ["name": .string("Örjan")])
        try steps.update(items[3], ["points": .integer(1), "weight": .double(0), "made": .date(0)])
        try steps.update(items[0], ["points": .null, "weight": .null, "price": .null])
        try steps.update(products[0], ["cost": .double(7.77)])
        try steps.update(items[1], ["order": .reference(orders[1])])
        try steps.update(items[2], ["order": .reference(orders[0]), "points": .integer(99)])
        try steps.update(orders[0], ["customer": .reference(customers[1]), "due": .date(-1)])
        try steps.update(items[2], ["order": .null])
        try steps.update(orders[1], ["customer": .null, "code": .null])
        try steps.delete(items[3])
        try steps.delete(orders[1], [items[0]: "order", items[1]: "order"])
        try steps.delete(customers[1], [orders[0]: "customer"])
        try steps.delete(products[0], [items[0]: "product", items[1]: "product"])
    }

    @Test("DER-29b, DER-29c members before their owners in one commit")
    func membersFirst() throws {
        let steps = try Steps()
        let store = steps.store
        let customer = try store.insertion("Customer", ["name": .string("Eve"), "age": .integer(1)])
        let order = try store.insertion("Rush", ["code": .string("É"), "customer": .reference(customer.key)])
        let product = try store.insertion("Product", ["cost": .double(0.1)])
        let items = try [0.1, 0.2].map {
            try store.insertion(
                "Item",
                [
                    "points": .integer(3), "weight": .double($0), "price": .double($0), "made": .date($0),
                    "order": .reference(order.key), "product": .reference(product.key),
                ])
        }
        try steps.commit("insert", ChangeSet(insertions: items + [order, customer, product]))
        #expect(try store.value(order.key, "price") == .decimal(DecimalBox(Decimal(string: "0.3")!)))
        var changes = ChangeSet()
        changes.deletions = ([order, customer, product] + items).map {
            RowDeletion(key: $0.key, expectedVersion: nil)
        }
        try steps.commit("delete", changes)
    }

    @Test("DER-29b pairs and members without inverse")
    func pairs() throws {
        let steps = try Steps()
        let order = try steps.insert("Order")
        let items = try [1, 2].map {
            try steps.insert("Item", ["points": .integer($0), "order": .reference(order)])
        }
        let tags = try [5, 7, 9].map { try steps.insert("Tag", ["weight": .integer($0)]) }
        for item in items { for tag in tags { try steps.link(item, "tags", tag) } }
        try steps.update(tags[0], ["weight": .integer(50)])
        try steps.update(tags[1], ["weight": .null])
        try steps.update(items[0], ["points": .integer(11)])
        try steps.link(tags[2], "items", items[1], isInsertion: false)
        try steps.link(tags[0], "likes", tags[1])
        try steps.link(tags[0], "likes", tags[0])
        try steps.link(tags[0], "likedBy", tags[2])
        let notes = try [100, 200].map { try steps.insert("Note", ["size": .integer($0)]) }
        for note in notes { try steps.link(order, "notes", note) }
        try steps.update(notes[1], ["size": .integer(50)])
        try steps.link(order, "notes", notes[0], isInsertion: false)
        try steps.delete(notes[1])
        try steps.delete(tags[0])
        try steps.delete(items[1])
        try steps.delete(order, [items[0]: "order"])
    }

    @Test("DER-29b, DER-29c an entity's relationships with itself")
    func reflexive() throws {
        let steps = try Steps()
        let people = try (1...4).map { try steps.insert("Customer", ["age": .integer(Int64($0 * 10))]) }
        for person in people { try steps.link(people[0], "friends", person) }
        try steps.link(people[2], "friends", people[1])
        try steps.update(people[0], ["age": .integer(99)])
        try steps.link(people[3], "friends", people[0], isInsertion: false)
        try steps.delete(people[2])
        let root = try steps.insert("Tag", ["weight": .integer(1)])
        let middle = try steps.insert("Tag", ["weight": .integer(2), "parent": .reference(root)])
        let leaf = try steps.insert("Tag", ["weight": .integer(3), "parent": .reference(middle)])
        var own = try steps.store.insertion("Tag", ["weight": .integer(4)])
        own.values[try steps.store.slot("Tag", "parent")] = .reference(own.key)
        try steps.commit("insert its own parent", ChangeSet(insertions: [own]))
        try steps.update(root, ["weight": .integer(10), "parent": .reference(leaf)])
        try steps.update(own.key, ["weight": .integer(5), "parent": .reference(root)])
        try steps.update(middle, ["parent": .null])
        try steps.delete(root, [own.key: "parent"])
        try steps.delete(own.key)
    }
}

extension ChangeSet {
    init(insertions: [RowInsertion] = [], links: [LinkChange] = []) {
        self.init()
        self.insertions = insertions
        self.links = links
    }
}
