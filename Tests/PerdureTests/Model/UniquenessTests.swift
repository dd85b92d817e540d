// SPDX-License-Identifier: Apache-2.0
// Uniqueness constraints as the model states them; what merge policies do with conflicts is in
// Tests/SavingTests/Conflicts/ConstraintConflictTests.swift. And indexes, which change no result.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Uniqueness and indexes")
struct UniquenessTests {
    private func desk(_ kind: Stack.Kind, _ policy: NSMergePolicy = .error) throws -> Desk {
        try Desk(
            kind,
            NSManagedObjectModel(
                EntitySketch("Shape", unique: [["name"]], .attribute("name"), .attribute("color")),
                EntitySketch(
                    "Circle", parent: "Shape", unique: [["code", "part"]], .attribute("code"),
                    .attribute("part", .integer16AttributeType))), policy)
    }

    @Test(
        "MOD-71 constraints are inherited: those of the parent hold for children, among themselves and with it",
        arguments: Stack.Kind.allCases)
    func inheritance(kind: Stack.Kind) throws {
        for second in ["Circle", "Shape"] {
            let desk = try desk(kind)
            desk.context.insert("Circle", ["name": "a"])
            try desk.context.save()
            desk.context.insert(second, ["name": "a"])
            #expect(desk.saveError()?.code == 133021)
        }
    }

    @Test(
        "MOD-70 MOD-71 a child's own constraint holds beside the parent's, for the combination",
        arguments: Stack.Kind.allCases)
    func ownConstraint(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        desk.context.insert("Circle", ["name": "a", "code": "x", "part": 1])
        desk.context.insert("Circle", ["name": "b", "code": "x", "part": 2])
        #expect(desk.saveError() == nil)
        desk.context.insert("Circle", ["name": "c", "code": "x", "part": 2])
        #expect(desk.saveError()?.code == 133021)
    }

    @Test("MOD-73 rows without a value in a constraint never conflict", arguments: Stack.Kind.allCases)
    func missingValues(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        for number in 1...2 {
            desk.context.insert("Shape", ["color": "red"])
            desk.context.insert("Circle", ["name": "n\(number)", "code": "x"])
        }
        #expect(desk.saveError() == nil)
        #expect(try desk.reader().all("Shape").count == 4)
    }

    @Test(
        "MOD-74 MOD-75 duplicates may exist in memory; every kind of store refuses them at save",
        arguments: Stack.Kind.allCases)
    func atSave(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let first = desk.context.insert("Shape", ["name": "a"])
        let second = desk.context.insert("Shape", ["name": "a"])
        desk.context.processPendingChanges()
        #expect(try desk.context.all("Shape", "name == 'a'").count == 2)
        #expect(desk.saveError()?.code == 133021)
        #expect(first.isInserted && second.isInserted)
        second.setValue("b", forKey: "name")
        #expect(desk.saveError() == nil)
    }

    @Test("MOD-76 violations follow the merge policy", arguments: Stack.Kind.allCases)
    func policy(kind: Stack.Kind) throws {
        for (policy, color) in [
            (NSMergePolicy.mergeByPropertyObjectTrump, "blue"), (.mergeByPropertyStoreTrump, "red"),
        ] {
            let desk = try desk(kind, policy)
            desk.context.insert("Shape", ["name": "a", "color": "red"])
            try desk.context.save()
            desk.context.insert("Shape", ["name": "a", "color": "blue"])
            #expect(desk.saveError() == nil)
            #expect(try desk.saved("Shape").value(forKey: "color") as? String == color)
        }
    }

    @Test("MOD-85 indexes change no result", arguments: Stack.Kind.allCases)
    func indexes(kind: Stack.Kind) throws {
        func names(indexed: Bool) throws -> [String?] {
            let name = ModelSamples.attribute("name")
            let number = ModelSamples.attribute("number", .integer32)
            let entity = ModelSamples.entity("Note", [name, number])
            if indexed {
                let byNumber = NSFetchIndexElementDescription(property: number, collationType: .binary)
                byNumber.isAscending = false
                let partial = NSFetchIndexDescription(
                    name: "some", elements: [.init(property: name, collationType: .binary)])
                partial.partialIndexPredicate = NSPredicate(format: "number > 3")
                entity.indexes = [NSFetchIndexDescription(name: "all", elements: [byNumber]), partial]
            }
            let desk = try Desk(kind, ModelSamples.model(entity))
            for number in 0..<10 {
                desk.context.insert("Note", ["name": "n\(number)", "number": number % 5])
            }
            try desk.context.save()
            if indexed, let url = desk.stack.url {
                let count = try RawDatabase(url).value(
                    "SELECT count(*) FROM sqlite_master WHERE type = 'index'")
                #expect(count == "2")
            }
            return try desk.reader().all("Note", "number >= 3 AND name != 'n4'", by: "name")
                .map { $0.value(forKey: "name") as? String }
        }
        let plain = try names(indexed: false)
        #expect(plain == ["n3", "n8", "n9"])
        #expect(try names(indexed: true) == plain)
    }
}
