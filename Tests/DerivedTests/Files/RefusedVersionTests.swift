// SPDX-License-Identifier: Apache-2.0
// Stores that differ from the model in more than what is derived: they are refused, and stay as they are (MG-19, MG-28).

import Foundation
import Perdure
import PerdurePropertyList
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Derived attributes: versions that are refused") struct RefusedVersionTests {
    @Test(
        "MG-19 without the option to migrate, or read-only, it is 134100 and the file as it was",
        arguments: [
            [], [NSInferMappingModelAutomaticallyOption],
            [
                NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
                NSReadOnlyPersistentStoreOption,
            ],
        ])
    func refused(_ options: [String]) throws {
        let file = try DerivedFile(version: 1)
        try expectRefusal(
            file, DerivedVersions.version(2), Dictionary(uniqueKeysWithValues: options.map { ($0, true) }))
    }

    @Test("MIG-31 without the option to infer it is 134140 and the file as it was")
    func notInferred() throws {
        try expectRefusal(
            try DerivedFile(version: 1), DerivedVersions.version(2),
            [NSMigratePersistentStoresAutomaticallyOption: true], code: 134140)
    }

    /// Expects 134100 with the store's metadata, or 134140 where the options allow to migrate, and that nothing has changed.
    private func expectRefusal(
        _ file: DerivedFile, _ model: NSManagedObjectModel, _ options: [AnyHashable: Any], code: Int = 134100
    ) throws {
        let before = try file.content()
        let error = #expect(throws: NSError.self) { try file.open(model, options) }
        #expect(error?.code == code, "\(error as Any)")
        #expect(code != 134100 || error?.userInfo["metadata"] is [String: Any])
        #expect(try file.content() == before)
    }

    @Test("MG-28 what differs otherwise is migrated in another way, and is refused without the options")
    func otherDifferences() throws {
        let file = try DerivedFile(version: 1)
        let models = [
            DerivedVersions.make(list: [Self.count], item: [.attribute("more")]),
            // Where a hash says nothing the model that the store keeps does.
            DerivedVersions.make(list: [Self.count, .attribute("more")]),
        ]
        for model in models { try expectRefusal(file, model, [:]) }
        for model in models {
            try file.open(model)
            #expect(try file.counts == ["2", "1", "0"])
        }
    }

    private static var count: PropertySketch { .derived("count", .integer64AttributeType, "items.@count") }

    @Test(
        "MG-28 a plain attribute that is derived now with another type is refused: its values are the user's")
    func plainOfAnotherType() throws {
        let file = try DerivedFile(DerivedVersions.make(item: [.attribute("note")]))
        try file.change("UPDATE ZITEM SET ZNOTE = 'mine'")
        for list in [[], [Self.count]] {
            let note = PropertySketch.derived("note", .integer64AttributeType, "points")
            try expectRefusal(
                file, DerivedVersions.make(list: list, item: [note]), DerivedVersions.migrating, code: 134140)
        }
        // One of the same type is what its expression gives, with another difference beside it or without.
        let note = PropertySketch.derived("note", .stringAttributeType, "title")
        try file.open(DerivedVersions.make(list: [Self.count], item: [note]), DerivedVersions.migrating)
        #expect(try file.values("ZNOTE", of: "ZITEM") == ["A0", "A1", "B0", "alone"])
        #expect(try file.counts == ["2", "1", "0"])
    }

    /// List.name is a number.
    private func numbered() -> NSManagedObjectModel {
        let model = DerivedVersions.make(
            list: [Self.count], item: [.derived("label", .stringAttributeType, "title")])
        model.entitiesByName["List"]?.attributesByName["name"]?.attributeType = .integer64AttributeType
        return model
    }

    @Test("MG-19 another type of a plain attribute beside a derived one is 134100 with both hashes")
    func plainDifference() throws {
        let file = try DerivedFile(version: 2)
        try expectRefusal(file, numbered(), DerivedVersions.migrating, code: 134140)
        try expectRefusal(file, numbered(), [:])
        let error = #expect(throws: NSError.self) { try file.open(numbered(), [:]) }
        let hashes = ["modelVersionHashes", "storeVersionHashes"].map {
            (error?.userInfo[$0] as? [String: Data])?["List"]
        }
        #expect(hashes[0] != nil && hashes[1] != nil && hashes[0] != hashes[1])
    }

    @Test("MG-19 a store that is not ours is refused where its hashes prove that it keeps its own model")
    func foreign() throws {
        let file = try DerivedFile(version: 1)
        try file.forgetDerivations()
        try expectRefusal(file, numbered(), [:])
        let other = try DerivedFile(version: 2)
        try other.forgetDerivations()
        try expectRefusal(other, numbered(), [:])
    }

    @Test("decision 13 the model that a store keeps stays the one that its hashes are of")
    func keptModel() throws {
        let file = try DerivedFile(version: 2)
        try file.open(numbered(), [NSIgnorePersistentStoreVersioningOption: true])
        let name = try file.cachedModel().entitiesByName["List"]?.attributesByName["name"]
        #expect(name?.attributeType == .stringAttributeType)
        try file.open(version: 2)
        #expect(try file.labels == ["A", "A", "B", "NULL"])
    }
}
