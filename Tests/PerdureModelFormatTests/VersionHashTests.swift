// SPDX-License-Identifier: Apache-2.0
// Version hashes: values that Apple's tools wrote, and what is and is not part of a hash.

import Foundation
import PerdureModelFormat
import Testing

@Suite("Version hashes")
struct VersionHashTests {
    static func hashes(_ entities: EntityDocument...) -> [String: String] {
        var model = ModelDocument()
        model.entities = entities
        return VersionHash.entityHashes(of: model).mapValues(\.hex)
    }

    @Test("a relationship that is its own inverse has the hash of one without an inverse")
    func ownInverse() {
        var friends = RelationshipDocument(traits: PropertyTraits(name: "friends"))
        friends.destinationEntityName = "Person"
        let alone = VersionHash.hash(of: friends, inEntity: "Person")
        friends.inverseName = "friends"
        #expect(VersionHash.hash(of: friends, inEntity: "Person") == alone)
        #expect(VersionHash.hash(of: friends, inEntity: "Other") != alone)
    }

    @Test("MOD-18 hashes of Apple's files are reproduced")
    func vectors() {
        #expect(
            Self.hashes(EntityDocument(name: "AutoClassGen"))["AutoClassGen"]
                == "78c13046fdf5b8719b0332614d0e5967335e5bd0fa9eedb8bbaa30fe8b9b1c25")
        var abstract = EntityDocument(name: "AbstractEntity")
        abstract.isAbstract = true
        var child = EntityDocument(name: "NewEntity")
        child.superentityName = "AbstractEntity"
        child.attributes = [SampleModel.attribute("identifier", AttributeType.uuid)]
        child.uniquenessConstraints = [["identifier"]]
        let hashes = Self.hashes(child, abstract)
        #expect(
            hashes["AbstractEntity"] == "dbc201c1a26b2e8f6b8130b6ed8f7083e88229db4c1d1b73d8bccaab48402d12")
        #expect(hashes["NewEntity"] == "a1d2c1d335618c265d2ffbd01c2bafe655aa0e0a82bc9f1ceba0c8b5b1d73264")
    }

    /// An entity whose hash the tests below change.
    static func hash(_ change: (inout EntityDocument) -> Void) -> String? {
        var entity = EntityDocument(name: "E")
        entity.attributes = [SampleModel.attribute("a", AttributeType.string)]
        entity.relationships = [SampleModel.relationship("r", to: "E", inverse: "s")]
        change(&entity)
        return hashes(entity)[entity.name]
    }

    static let relevant: [(name: String, change: @Sendable (inout EntityDocument) -> Void)] = [
        ("name", { $0.name = "F" }), ("abstract", { $0.isAbstract = true }),
        ("MOD-25 modifier", { $0.versionHashModifier = "1" }),
        ("MOD-25 property modifier", { $0.attributes[0].traits.versionHashModifier = "1" }),
        ("optional", { $0.attributes[0].traits.isOptional = false }),
        ("type", { $0.attributes[0].type = 100 }),
        ("transient", { $0.attributes[0].traits.isTransient = true }),
        ("external", { $0.attributes[0].allowsExternalBinaryDataStorage = true }),
        ("preserved", { $0.attributes[0].preservesValueInHistoryOnDeletion = true }),
        ("destination", { $0.relationships[0].destinationEntityName = "F" }),
        ("inverse", { $0.relationships[0].inverseName = "t" }), ("max", { $0.relationships[0].maxCount = 0 }),
        ("min", { $0.relationships[0].minCount = 1 }), ("ordered", { $0.relationships[0].isOrdered = true }),
        ("constraint", { $0.uniquenessConstraints = [["a"]] }),
    ]

    static let irrelevant: [(name: String, change: @Sendable (inout EntityDocument) -> Void)] = [
        ("class", { $0.className = "X" }), ("user info", { $0.userInfo = ["a": "b"] }),
        ("renaming", { $0.renamingIdentifier = "X" }),
        ("property user info", { $0.attributes[0].traits.userInfo = ["a": "b"] }),
        ("default", { $0.attributes[0].defaultValue = .string("x") }),
        ("transformer", { $0.attributes[0].valueTransformerName = "x" }),
        ("delete rule", { $0.relationships[0].deleteRule = 2 }),
        ("index", { $0.indexes = [FetchIndexDocument(name: "i", elements: [.init(propertyName: "a")])] }),
        ("indexed", { $0.attributes[0].traits.isIndexed = true }),
        ("compound", { $0.compoundIndexes = [["a"]] }),
        ("fetched", { $0.fetchedProperties = [FetchedPropertyDocument(traits: PropertyTraits(name: "f"))] }),
        (
            "transient attribute",
            {
                $0.attributes.append(SampleModel.attribute("t", 0))
                $0.attributes[1].traits.isTransient = true
            }
        ),
    ]

    @Test("MOD-23 MOD-24 what is part of a hash changes it", arguments: relevant.indices)
    func changes(index: Int) {
        #expect(Self.hash { _ in } != Self.hash(Self.relevant[index].change), "\(Self.relevant[index].name)")
    }

    @Test("MOD-23 what is not part of a hash does not change it", arguments: irrelevant.indices)
    func unchanged(index: Int) {
        #expect(
            Self.hash { _ in } == Self.hash(Self.irrelevant[index].change), "\(Self.irrelevant[index].name)")
    }

    @Test("MOD-19 the order of entities, properties and constraints does not matter")
    func order() {
        var model = SampleModel.everything
        let hashes = VersionHash.entityHashes(of: model)
        model.entities.reverse()
        for index in model.entities.indices {
            model.entities[index].attributes.reverse()
            model.entities[index].relationships.reverse()
            model.entities[index].uniquenessConstraints.reverse()
        }
        #expect(VersionHash.entityHashes(of: model) == hashes)
        #expect(VersionHash.checksum(of: hashes).count == 44)
        #expect(VersionHash.digest(of: hashes).count == 88)
    }

    @Test("MOD-26 an entity alone has another hash than with its parent")
    func alone() {
        var child = EntityDocument(name: "Child")
        child.superentityName = "Parent"
        #expect(Self.hashes(child)["Child"] != Self.hashes(child, EntityDocument(name: "Parent"))["Child"])
    }

    @Test("MD-7 an entity that is its own ancestor has a hash all the same")
    func cycle() {
        var first = EntityDocument(name: "A")
        first.superentityName = "B"
        var second = EntityDocument(name: "B")
        second.superentityName = "A"
        #expect(Self.hashes(first, second).count == 2)
    }
}
