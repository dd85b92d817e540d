// SPDX-License-Identifier: Apache-2.0
// Models read from files and bundles, and written.

import Foundation
import PerdureModelFormat
import PerdureTestSupport
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Reading and writing model files")
struct LoadingTests {
    private func sample() throws -> NSManagedObjectModel {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        person.attributesByName["name"]?.defaultValue = "Zoë"
        person.attributesByName["age"]?.isOptional = false
        person.attributesByName["age"]?.defaultValue = 18
        person.uniquenessConstraints = [["name"]]
        person.relationshipsByName["employer"]?.deleteRule = .denyDeleteRule
        model.versionIdentifiers = ["1.0"]
        return model
    }

    @Test(
        "MOD-2, MOD-201 a compiled model is read as it was written",
        arguments: [
            "Company.mom", "Company.momd",
        ])
    func compiled(name: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file(name)
        let model = try sample()
        try model.write(compiledTo: url)
        let read = try NSManagedObjectModel.load(contentsOf: url)
        #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(read.versionIdentifiers == ["1.0"])
        let person = try #require(read.entitiesByName["Person"])
        #expect(person.attributesByName["name"]?.defaultValue as? String == "Zoë")
        #expect(person.attributesByName["age"]?.defaultValue as? Int == 18)
        #expect(person.relationshipsByName["employer"]?.deleteRule == .denyDeleteRule)
        #expect(person.constraintNames == [["name"]])
        #expect(read.entitiesByName["Boss"]?.superentity === person)
        #expect(NSManagedObjectModel(contentsOf: url) != nil)
        try read.freeze()
    }

    @Test("MOD-2 FMT 2.2 a compiled model with Apple's -1 as the greatest count is read")
    func greatestCount() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Company.mom")
        let model = ModelSamples.company()
        model.entitiesByName["Company"]?.relationshipsByName["staff"]?.maxCount = .max
        var document = model.document
        let company = try #require(document.entities.firstIndex { $0.name == "Company" })
        document.entities[company].relationships[0].maxCount = -1
        try CompiledModelWriter.write(document).write(to: url)
        let read = try #require(NSManagedObjectModel(contentsOf: url))
        #expect(read.entitiesByName["Company"]?.relationshipsByName["staff"]?.maxCount == .max)
        #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
        try read.freeze()
    }

    @Test("MOD-3 a model source is read like its compiled form")
    func source() throws {
        let folder = try TemporaryFolder()
        let source = folder.file("Company.xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        let model = try sample()
        try model.contentsXML().write(to: source.appendingPathComponent("contents"))
        let read = try #require(NSManagedObjectModel(contentsOf: source))
        #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(
            read.entitiesByName["Person"]?.attributesByName["name"]?.attributeValueClassName == "NSString")
    }

    @Test("MOD-22 archiving keeps all hashes")
    func archiving() throws {
        let model = try sample()
        let read = try NSManagedObjectModel(archivedData: try model.archivedData())
        #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(throws: CocoaError.self) { try NSManagedObjectModel(archivedData: Data([1, 2, 3])) }
    }

    @Test("MOD-19 checksums of all versions")
    func checksums() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Company.momd")
        let model = try sample()
        try model.write(compiledTo: url)
        #expect(
            try NSManagedObjectModel.checksums(forVersionedModelAt: url) == ["Company": model.versionChecksum]
        )
    }

    @Test("MOD-5, MOD-7 models of a bundle")
    func bundles() throws {
        let folder = try TemporaryFolder()
        let model = try sample()
        try model.write(compiledTo: folder.file("Company.momd"))
        try ModelSamples.model(ModelSamples.entity("Shop")).write(compiledTo: folder.file("Shop.mom"))
        try Data("no model".utf8).write(to: folder.file("Broken.mom"))
        let bundle = try #require(Bundle(path: folder.url.path))
        let merged = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
        #expect(Set(merged.entitiesByName.keys) == ["Boss", "Company", "Person", "Shop"])
        let metadata = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
        let found = try #require(
            NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata))
        #expect(Set(found.entitiesByName.keys) == ["Boss", "Company", "Person"])
    }

    @Test("MOD-2 nothing readable gives nil, and an error that names the file")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let missing = folder.file("Missing.momd")
        #expect(NSManagedObjectModel(contentsOf: missing) == nil)
        #expect(throws: CocoaError(.fileReadNoSuchFile)) {
            do {
                _ = try NSManagedObjectModel.load(contentsOf: missing)
            } catch let error as CocoaError {
                #expect(error.localizedDescription.contains(missing.path))
                throw CocoaError(error.code)
            }
        }
        let broken = folder.file("Broken.mom")
        try Data("bplist00 and nothing else".utf8).write(to: broken)
        #expect(NSManagedObjectModel(contentsOf: broken) == nil)
        #expect(code { try NSManagedObjectModel.load(contentsOf: broken) } == 259)
    }

    @Test("A truncated compiled model is an error, never a trap")
    func truncated() throws {
        let data = try sample().archivedData()
        for length in stride(from: 0, to: data.count, by: 97) {
            #expect(code { try NSManagedObjectModel(archivedData: data.prefix(length)) } == 259)
        }
    }

    @Test("A model that contradicts itself is not written")
    func contradiction() throws {
        let folder = try TemporaryFolder()
        let model = ModelSamples.model(
            ModelSamples.entity("Person", [ModelSamples.relationship("friend", to: nil)]))
        #expect(throws: CoreDataException.self) { try model.write(compiledTo: folder.file("A.mom")) }
        #expect(!FileManager.default.fileExists(atPath: folder.file("A.mom").path))
    }

    private func code(_ body: () throws -> NSManagedObjectModel) -> Int? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as NSError).code
        }
    }
}
