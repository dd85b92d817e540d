// SPDX-License-Identifier: Apache-2.0
// Version hashes of entities, checksums of models, and which stores fit a model.

import Foundation
import PerdurePropertyList
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Version hashes and compatibility")
struct VersioningTests {
    private func metadata(_ hashes: [String: Data]) -> [String: Any] {
        [NSStoreModelVersionHashesKey: hashes]
    }

    private func hash(_ change: (NSManagedObjectModel) throws -> Void) rethrows -> Data? {
        let model = ModelSamples.company()
        try change(model)
        return model.entityVersionHashesByName["Person"]
    }

    @Test("MOD-18 one 32-byte hash for each entity, the same before and after first use")
    func hashes() throws {
        let model = ModelSamples.company()
        let hashes = model.entityVersionHashesByName
        #expect(Set(hashes.keys) == ["Boss", "Company", "Person"])
        #expect(hashes.values.allSatisfy { $0.count == 32 })
        #expect(model.entitiesByName["Person"]?.versionHash == hashes["Person"])
        try model.freeze()
        #expect(model.entityVersionHashesByName == hashes)
        #expect(model.schema.entity(named: "Boss").map { Data($0.versionHash) } == hashes["Boss"])
    }

    @Test("MOD-18 the hash that an entity gives is its model's, with and without its parent there")
    func singleHashes() throws {
        let whole = ModelSamples.company()
        let (parent, child) = (ModelSamples.entity("Parent"), ModelSamples.entity("Child"))
        parent.properties = [ModelSamples.attribute("name")]
        parent.subentities = [child]
        let part = ModelSamples.model(child)
        for model in [whole, part] {
            let hashes = model.entityVersionHashesByName
            #expect(model.entities.allSatisfy { $0.versionHash == hashes[$0.name ?? ""] })
        }
        let alone = child.versionHash
        part.entities.append(parent)
        #expect(child.versionHash != alone)
        #expect(child.versionHash == part.entityVersionHashesByName["Child"])
    }

    @Test("MOD-18 the hash of a known entity is Apple's")
    func knownHash() {
        let entity = ModelSamples.entity("AutoClassGen")
        _ = ModelSamples.model(entity)
        let text = entity.versionHash.map { String(format: "%02x", $0) }.joined()
        #expect(text == "78c13046fdf5b8719b0332614d0e5967335e5bd0fa9eedb8bbaa30fe8b9b1c25")
    }

    @Test("MOD-23, MOD-24 what goes into the hash")
    func inputs() throws {
        let plain = hash { _ in }
        func property(_ model: NSManagedObjectModel, _ name: String) throws -> NSPropertyDescription {
            try #require(model.entitiesByName["Person"]?.propertiesByName[name])
        }
        let changes: [(NSManagedObjectModel) throws -> Void] = [
            { $0.entitiesByName["Person"]?.isAbstract = true },
            { $0.entitiesByName["Person"]?.versionHashModifier = "2" },
            { try property($0, "name").isOptional = false },
            { try property($0, "name").versionHashModifier = "2" },
            { try #require(try property($0, "age") as? NSAttributeDescription).type = .integer32 },
            { try #require(try property($0, "employer") as? NSRelationshipDescription).minCount = 1 },
            { $0.entitiesByName["Person"]?.properties.append(ModelSamples.attribute("email")) },
            { $0.entitiesByName["Person"]?.uniquenessConstraints = [["name"]] },
        ]
        let hashes = try changes.map { change in try hash(change) }
        #expect(hashes.allSatisfy { $0 != plain })
        #expect(Set(hashes).count == changes.count)
    }

    @Test("MOD-23, MOD-63 what does not go into the hash")
    func noInputs() throws {
        let plain = hash { _ in }
        let changes: [(NSManagedObjectModel) throws -> Void] = [
            { $0.entitiesByName["Person"]?.managedObjectClassName = "App.Person" },
            { $0.entitiesByName["Person"]?.userInfo = ["a": 1] },
            { $0.entitiesByName["Person"]?.renamingIdentifier = "Human" },
            { $0.entitiesByName["Person"]?.attributesByName["name"]?.defaultValue = "x" },
            {
                $0.entitiesByName["Person"]?.properties.append(
                    ModelSamples.attribute("mood") { $0.isTransient = true })
            },
            { $0.entitiesByName["Person"]?.relationshipsByName["employer"]?.deleteRule = .denyDeleteRule },
            { $0.versionIdentifiers = ["2.0"] },
        ]
        for change in changes { #expect(try hash(change) == plain) }
    }

    @Test("MOD-19 the checksum identifies the set of hashes")
    func checksum() throws {
        let model = ModelSamples.company()
        #expect(Data(base64Encoded: model.versionChecksum)?.count == 32)
        #expect(ModelSamples.company().versionChecksum == model.versionChecksum)
        model.entitiesByName["Person"]?.versionHashModifier = "2"
        #expect(ModelSamples.company().versionChecksum != model.versionChecksum)
    }

    @Test("MOD-20 compatible with metadata that have the same entities and hashes")
    func compatibility() throws {
        let model = ModelSamples.company()
        let hashes = model.entityVersionHashesByName
        func isCompatible(_ hashes: [String: Data], _ configuration: String? = nil) -> Bool {
            model.isConfiguration(
                withName: configuration, compatibleWithStoreMetadata: metadata(hashes))
        }
        #expect(isCompatible(hashes))
        #expect(!isCompatible(hashes.filter { $0.key != "Boss" }))
        #expect(!isCompatible(hashes.merging(["Other": Data()]) { $1 }))
        #expect(!isCompatible(hashes.merging(["Boss": Data(count: 32)]) { $1 }))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
        let company = try #require(model.entitiesByName["Company"])
        model.setEntities([company], forConfigurationName: "Firms")
        #expect(isCompatible(hashes.filter { $0.key == "Company" }, "Firms"))
        #expect(!isCompatible(hashes, "Firms"))
        #expect(!isCompatible(hashes, "Unknown"))
    }

    @Test("MOD-20 MOD-23 the hash of an entity with a derived attribute is compared like any other")
    func derivedHashes() throws {
        let model = ModelSamples.company()
        let plain = model.entityVersionHashesByName
        let derived = NSDerivedAttributeDescription()
        derived.name = "size"
        derived.type = .integer64
        derived.derivationExpression = NSExpression(node: .key("staff", "@count"))
        model.entitiesByName["Company"]?.properties.append(derived)
        var hashes = model.entityVersionHashesByName
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata(hashes)))
        for other in [Data(count: 32), try #require(plain["Company"])] {
            hashes["Company"] = other
            #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata(hashes)))
        }
    }

    @Test("MOD-17, MOD-18, MOD-19 what a new store's metadata say about the model")
    func storeMetadata() throws {
        let model = ModelSamples.company()
        model.versionIdentifiers = ["b", "a"]
        let hashes = model.entityVersionHashesByName
        let entries = model.storeMetadataEntries()
        #expect(entries[NSStoreModelVersionHashesKey] == .dictionary(hashes.mapValues { .data($0) }))
        #expect(entries["NSStoreModelVersionHashesVersion"] == .integer(3))
        #expect(entries[NSStoreModelVersionIdentifiersKey] == .array([.string("a"), .string("b")]))
        #expect(entries[NSPersistentStoreModelVersionChecksumKey] == .string(model.versionChecksum))
        guard case .string(let digest) = entries["NSStoreModelVersionHashesDigest"] else {
            Issue.record("no digest")
            return
        }
        #expect(Data(base64Encoded: digest)?.count == 64)
    }

    @Test("STO-7 a store of another version is refused with both lists of hashes")
    func incompatibility() throws {
        let model = ModelSamples.company()
        let company = try #require(model.entitiesByName["Company"])
        model.setEntities([company], forConfigurationName: "Firms")
        var hashes = model.entityVersionHashesByName
        func error(_ configuration: String? = nil) -> NSError? {
            model.incompatibility(
                withMetadata: metadata(hashes), configuration: configuration,
                url: URL(fileURLWithPath: "/nowhere/a.sqlite"))
        }
        #expect(error() == nil)
        #expect(error("Firms") == nil)
        hashes["Boss"] = Data(count: 32)
        let found = try #require(error())
        #expect(found.code == 134100)
        #expect(found.userInfo["reason"] as? String == ErrorMessages.incompatibleModel)
        #expect((found.userInfo["metadata"] as? [String: Any])?[NSStoreModelVersionHashesKey] != nil)
        #expect(found.userInfo["modelVersionHashes"] as? [String: Data] == model.entityVersionHashesByName)
        #expect(found.userInfo["storeVersionHashes"] as? [String: Data] == hashes)
        #expect(found.userInfo["differingEntities"] as? [String] == ["Boss"])
        #expect(found.localizedDescription.contains("in the entities Boss."))
        #expect(found.userInfo[NSFilePathErrorKey] as? String == "/nowhere/a.sqlite")
    }

    @Test("MOD-24 the hash of a property tells what goes into its entity's")
    func propertyHashes() throws {
        let person = try #require(ModelSamples.company().entitiesByName["Person"])
        let other = try #require(ModelSamples.company().entitiesByName["Person"])
        #expect(person.properties.map(\.versionHash) == other.properties.map(\.versionHash))
        #expect(person.properties.allSatisfy { $0.versionHash.count == 32 })
        let name = try #require(other.attributesByName["name"])
        name.defaultValue = "x"
        #expect(name.versionHash == person.attributesByName["name"]?.versionHash)
        name.isOptional = false
        #expect(name.versionHash != person.attributesByName["name"]?.versionHash)
    }

    @Test("MOD-26 an entity outside of a model has a hash too")
    func loneEntity() {
        let entity = ModelSamples.entity("Person", [ModelSamples.attribute("name")])
        #expect(entity.versionHash.count == 32)
        let other = ModelSamples.entity("Person", [ModelSamples.attribute("title")])
        #expect(entity.versionHash != other.versionHash)
    }
}
