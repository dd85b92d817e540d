// SPDX-License-Identifier: Apache-2.0
// Attributes that the store computes (DER-21 to DER-29): each check changes something and compares every derived value
// with one computed from scratch.

import Foundation
import PerdureStore
import Testing

extension StoreEngineSuite {
    static let derivedChecks: [Check] = [
        Check("DER-21 DER-29a new rows have all derived values, those of nothing too") { suite in
            let shop = try suite.shop()
            try shop.audit()
            #expect(try shop.value(shop.empty, "count") == .integer(0))
            #expect(try shop.value(shop.empty, "total") == .integer(0))
            #expect(try shop.value(shop.empty, "mean") == .null)
            #expect(try shop.value(shop.home, "total") == .integer(7))
            #expect(try shop.value(shop.lamp, "search") == .string("cafe lamp"))
            #expect(try shop.value(shop.loose, "listName") == .null)
            #expect(try shop.value(shop.loose, "siblings") == .integer(0))
        },
        Check("DER-29b moving a member updates both owners, deleting one its owner") { suite in
            let shop = try suite.shop()
            try shop.update(shop.lamp, ["list": .reference(shop.empty)])
            try shop.audit()
            #expect(try shop.value(shop.home, "total") == .integer(4))
            #expect(try shop.value(shop.empty, "total") == .integer(3))
            try shop.delete(shop.lamp)
            try shop.audit()
            #expect(try shop.value(shop.empty, "total") == .integer(0))
        },
        Check("DER-29b changing what is added up updates the owner; nil counts for nothing") { suite in
            let shop = try suite.shop()
            try shop.update(shop.lamp, ["points": .integer(-5), "weight": .double(9.5), "day": .date(1)])
            try shop.audit()
            #expect(try shop.value(shop.home, "total") == .integer(-1))
            #expect(try shop.value(shop.home, "heaviest") == .double(9.5))
            #expect(try shop.value(shop.home, "first") == .date(1))
            try shop.update(shop.lamp, ["points": .null, "weight": .null, "cost": .null, "day": .null])
            try shop.audit()
            #expect(try shop.value(shop.home, "total") == .integer(4))
            #expect(try shop.value(shop.home, "mean") == .double(4))
        },
        Check("DER-29c a copy follows its source and each step to it") { suite in
            let shop = try suite.shop()
            try shop.update(shop.home, ["name": .string("Work")])
            try shop.audit()
            #expect(try shop.value(shop.lamp, "listName") == .string("Work"))
            try shop.update(shop.north, ["name": .string("NORTH")])
            try shop.audit()
            #expect(try shop.value(shop.lamp, "regionName") == .string("NORTH"))
            #expect(try shop.value(shop.lamp, "quietRegion") == .string("north"))
            try shop.update(shop.home, ["region": .null])
            try shop.audit()
            #expect(try shop.value(shop.lamp, "regionName") == .null)
            try shop.update(shop.lamp, ["list": .null])
            try shop.audit()
        },
        Check("DER-29c the deletion of a source leaves no value, though the row still points there") {
            suite in
            let shop = try suite.shop()
            try shop.update(shop.lamp, ["list": .null])
            try shop.update(shop.chair, ["list": .null])
            try shop.update(shop.home, ["leader": .null])
            try shop.delete(shop.home)
            try shop.audit()
        },
        Check("DER-29a a figure over objects that to-one steps lead to") { suite in
            let shop = try suite.shop()
            #expect(try shop.value(shop.north, "points") == .integer(3))
            try shop.update(shop.home, ["leader": .reference(shop.chair)])
            try shop.audit()
            #expect(try shop.value(shop.north, "points") == .integer(4))
            try shop.update(shop.chair, ["points": .integer(40)])
            try shop.audit()
            try shop.update(shop.empty, ["region": .reference(shop.north), "leader": .reference(shop.lamp)])
            try shop.audit()
            #expect(try shop.value(shop.north, "points") == .integer(43))
        },
        Check("DER-29 many-to-many: links, sources and deletions update the owners") { suite in
            let shop = try suite.shop()
            #expect(try shop.value(shop.tag, "uses") == .integer(2))
            try shop.link(shop.lamp, shop.tag, isInsertion: false)
            try shop.audit()
            #expect(try shop.value(shop.tag, "points") == .integer(4))
            try shop.link(shop.loose, shop.tag, isInsertion: true)
            try shop.update(shop.chair, ["points": .integer(6)])
            try shop.audit()
            try shop.delete(shop.chair)
            try shop.audit()
            #expect(try shop.value(shop.tag, "uses") == .integer(1))
        },
        Check("DER-29d computing does not move versions, and the rows come with the commit") { suite in
            let shop = try suite.shop()
            let rows = try shop.update(shop.lamp, ["points": .integer(30)])
            #expect(try shop.store.row(shop.home)?.version == 1)
            let home = try #require(rows.first { $0.key == shop.home })
            #expect(home.version == 1)
            #expect(home[try shop.store.slot("List", "total")] == .integer(34))
            #expect(rows.first { $0.key == shop.lamp }?.version == 2)
            // A writer whose row is older than the derived value receives the new value.
            let renamed = try shop.update(shop.home, ["name": .string("Work")])
            let row = try #require(renamed.first { $0.key == shop.home })
            #expect(row[try shop.store.slot("List", "total")] == .integer(34))
        },
        Check("DER-26 DER-63 the clock runs for rows that are written, and only for them") { suite in
            let start = Date().timeIntervalSinceReferenceDate
            let shop = try suite.shop()
            let inserted = try shop.time(shop.lamp)
            #expect(inserted >= start && inserted <= Date().timeIntervalSinceReferenceDate)
            try shop.update(shop.home, ["name": .string("Work")])
            #expect(try shop.time(shop.lamp) == inserted)
            let before = Date().timeIntervalSinceReferenceDate
            try shop.update(shop.lamp, [:])
            let updated = try shop.time(shop.lamp)
            #expect(updated >= before && updated <= Date().timeIntervalSinceReferenceDate)
            #expect(try shop.time(shop.chair) == inserted)
        },
        Check("DER-21 a commit that conflicts or is rolled back derives nothing") { suite in
            let shop = try suite.shop()
            var changes = ChangeSet()
            changes.updates = [try shop.store.update(shop.lamp, ["points": .integer(30)], expecting: 7)]
            #expect(try shop.store.conflicts(changes).count == 1)
            changes.updates = [try shop.store.update(shop.lamp, ["points": .integer(30)], expecting: 1)]
            guard case .prepared(let commit) = try shop.store.engine.prepare(changes) else {
                Issue.record("not prepared")
                return
            }
            commit.rollback()
            try shop.audit()
            #expect(try shop.value(shop.home, "total") == .integer(7))
        },
        Check("DER-21 many changes of one commit count once") { suite in
            let shop = try suite.shop()
            var changes = ChangeSet()
            for number in Int64(1)...50 {
                let list = number % 3 == 0 ? shop.home : shop.empty
                changes.insertions.append(
                    try shop.store.insertion(
                        number % 2 == 0 ? "Item" : "Rare",
                        ["points": .integer(number), "list": .reference(list)]))
            }
            changes.updates = [
                try shop.store.update(shop.lamp, ["list": .reference(shop.empty)], expecting: 1),
                try shop.store.update(shop.empty, ["name": .string("Full")], expecting: 1),
            ]
            changes.deletions = [RowDeletion(key: shop.chair, expectedVersion: 1)]
            try shop.store.commit(changes)
            try shop.audit()
            #expect(try shop.value(shop.empty, "count") == .integer(35))
        },
    ]
}

/// A store with two lists, three items, a region and a tag.
struct Shop {
    let store: EngineUnderTest
    let north: ObjectKey
    let home: ObjectKey
    let empty: ObjectKey
    let lamp: ObjectKey
    let chair: ObjectKey
    let loose: ObjectKey
    let tag: ObjectKey

    init(_ store: EngineUnderTest) throws {
        self.store = store
        let north = try store.insertion("Region", ["name": .string("North")])
        var home = try store.insertion("List", ["name": .string("Home"), "region": .reference(north.key)])
        let empty = try store.insertion("List", ["name": .string("Empty")])
        let lamp = try store.insertion(
            "Item",
            [
                "title": .string("Café LAMP"), "points": .integer(3), "weight": .double(1.5),
                "cost": .decimal(DecimalBox(4.25)), "day": .date(100), "list": .reference(home.key),
            ])
        let chair = try store.insertion(
            "Rare", ["title": .string("Chair"), "points": .integer(4), "list": .reference(home.key)])
        let loose = try store.insertion("Item", ["points": .integer(9)])
        let tag = try store.insertion("Tag", ["name": .string("new")])
        home.values[try store.slot("List", "leader")] = .reference(lamp.key)
        var changes = ChangeSet()
        changes.insertions = [north, home, empty, lamp, chair, loose, tag]
        changes.links = [
            try store.listedLink(lamp.key, "tags", tag.key), try store.listedLink(chair.key, "tags", tag.key),
        ]
        try store.commit(changes)
        (self.north, self.home, self.empty) = (north.key, home.key, empty.key)
        (self.lamp, self.chair, self.loose, self.tag) = (lamp.key, chair.key, loose.key, tag.key)
    }

    func audit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try DerivedAudit(store).check(sourceLocation: sourceLocation)
    }

    func value(_ key: ObjectKey, _ name: String) throws -> StoredValue { try store.value(key, name) }

    func time(_ key: ObjectKey) throws -> Double {
        guard case .date(let seconds) = try value(key, "touched") else { return .nan }
        return seconds
    }

    @discardableResult
    func update(_ key: ObjectKey, _ values: [String: StoredValue]) throws -> [Row] {
        var changes = ChangeSet()
        changes.updates = [try store.update(key, values, expecting: store.row(key)?.version)]
        return try store.commit(changes)
    }

    func delete(_ key: ObjectKey) throws {
        var changes = ChangeSet()
        changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
        try store.commit(changes)
    }

    func link(_ item: ObjectKey, _ tag: ObjectKey, isInsertion: Bool) throws {
        var changes = ChangeSet()
        changes.links = [try store.listedLink(item, "tags", tag, isInsertion: isInsertion)]
        try store.commit(changes)
    }
}

extension StoreEngineSuite {
    func shop() throws -> Shop { try Shop(store(DerivedModel.entities())) }
}
