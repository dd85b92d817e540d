// SPDX-License-Identifier: Apache-2.0
// Mapping models in use: which versions they fit, and that they do not change any more.

import CoreData
import PerdureMapping
import PerdureTestSupport
import Testing

@Suite("Mapping models in use") struct MappingUseTests {
    /// The mapping between both samples, with true hashes.
    private static func mapping() throws -> NSMappingModel {
        try NSMappingModel.inferredMappingModel(
            forSourceModel: VersionSamples.first, destinationModel: VersionSamples.second)
    }

    private static var fit: MappingFit { MappingFit(from: VersionSamples.first, to: VersionSamples.second) }

    @Test("MIG-61 each mapping must name entities of both models with their hashes; order does not matter")
    func fits() throws {
        let model = try Self.mapping()
        #expect(Self.fit.misfit(of: model) == nil)
        model.entityMappings.reverse()
        #expect(Self.fit.misfit(of: model) == nil)
        let backwards = MappingFit(from: VersionSamples.second, to: VersionSamples.first)
        #expect(backwards.misfit(of: model) != nil)
        model.entityMappings[0].sourceEntityVersionHash = Data(repeating: 0, count: 32)
        let reason = try #require(Self.fit.misfit(of: model))
        #expect(reason.contains("another version hash") && reason.contains("source model"))
        #expect(reason.contains(model.entityMappings[0].name))
    }

    @Test("MIG-61 without a hash only the name must exist")
    func fitsNames() throws {
        let (model, entity) = (NSMappingModel(), NSEntityMapping())
        entity.sourceEntityName = "Gone"
        model.entityMappings = [entity]
        #expect(Self.fit.misfit(of: model) == nil)
        entity.destinationEntityName = "Gone"
        #expect(Self.fit.misfit(of: model)?.contains("no entity \"Gone\"") == true)
    }

    /// Two versions with a derived attribute, of which the second has one attribute more.
    private static func derivedVersion(_ names: String...) -> NSManagedObjectModel {
        let derived = NSDerivedAttributeDescription()
        derived.name = "count"
        derived.attributeType = .stringAttributeType
        derived.derivationExpression = NSExpression(forKeyPath: "text")
        let attributes = (["text"] + names).map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = .stringAttributeType
            return attribute
        }
        let (parent, child) = (NSEntityDescription(), NSEntityDescription())
        parent.name = "P"
        parent.properties = attributes + [derived]
        parent.subentities = [child]
        child.name = "C"
        let model = NSManagedObjectModel()
        model.entities = [parent, child]
        return model
    }

    @Test(
        "MIG-62 a file's hash of an entity with a derived attribute need not be right, one made in code must")
    func trustsNoDerivedHashes() throws {
        let (model, entity, property) = (NSMappingModel(), NSEntityMapping(), NSPropertyMapping())
        entity.sourceEntityName = "C"
        entity.sourceEntityVersionHash = Data(repeating: 0, count: 32)
        entity.destinationEntityName = "C"
        entity.destinationEntityVersionHash = Data(repeating: 0, count: 32)
        property.name = "more"
        entity.attributeMappings = [property]
        model.entityMappings = [entity]
        let fit = MappingFit(from: Self.derivedVersion(), to: Self.derivedVersion("more"))
        #expect(fit.misfit(of: model) != nil)
        let file = try NSMappingModel(archivedData: try model.archivedData())
        #expect(fit.misfit(of: file) == nil)
        #expect(fit.misfit(of: file, isExact: true) != nil)
        let backwards = MappingFit(from: Self.derivedVersion("more"), to: Self.derivedVersion())
        #expect(backwards.misfit(of: file)?.contains("another version hash") == true)
    }

    @Test("MIG-62 of several files one with right hashes comes first")
    func prefersRightHashes() throws {
        let folder = try TemporaryFolder()
        let (old, new) = (Self.derivedVersion(), Self.derivedVersion("more"))
        let model = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        model.entityMappings[0].userInfo = ["file": "right"]
        try model.write(compiledTo: folder.url.appendingPathComponent("Z.cdm"))
        model.entityMappings[0].userInfo = ["file": "wrong"]
        model.entityMappings[0].sourceEntityVersionHash = Data(repeating: 0, count: 32)
        try model.write(compiledTo: folder.url.appendingPathComponent("A.cdm"))
        let bundle = try #require(Bundle(path: folder.url.path))
        let found = NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new)
        #expect(found?.entityMappings[0].userInfo?["file"] as? String == "right")
    }

    @Test("MIG-60 the first mapping model of a bundle that fits is found, compiled files before sources")
    func findsInBundles() throws {
        let folder = try TemporaryFolder()
        let bundle = try #require(Bundle(path: folder.url.path))
        func find() -> NSMappingModel? {
            NSMappingModel(
                from: [bundle], forSourceModel: VersionSamples.first, destinationModel: VersionSamples.second)
        }
        #expect(find() == nil)
        try Data("rubbish".utf8).write(to: folder.url.appendingPathComponent("A.cdm"))
        try NSMappingModel().write(compiledTo: folder.url.appendingPathComponent("B.cdm"))
        #expect(find() == nil)
        let model = try Self.mapping()
        model.entityMappings[0].userInfo = ["file": "D"]
        try model.write(compiledTo: folder.url.appendingPathComponent("D.cdm"))
        #expect(find()?.entityMappings[0].userInfo?["file"] as? String == "D")
        model.entityMappings[0].userInfo = ["file": "C"]
        try model.write(compiledTo: folder.url.appendingPathComponent("C.cdm"))
        #expect(find()?.entityMappings[0].userInfo?["file"] as? String == "C")
        #expect(
            NSMappingModel(from: [bundle], forSourceModel: VersionSamples.first, destinationModel: nil) == nil
        )
    }

    @Test("MIG-60 registered directories are searched too")
    func findsInDirectories() throws {
        let folder = try TemporaryFolder()
        func version(_ name: String) -> NSManagedObjectModel {
            NSManagedObjectModel(EntitySketch("Registered", .attribute(name)))
        }
        func find() -> NSMappingModel? {
            NSMappingModel(from: [], forSourceModel: version("a"), destinationModel: version("b"))
        }
        try NSMappingModel.inferredMappingModel(forSourceModel: version("a"), destinationModel: version("b"))
            .write(compiledTo: folder.url.appendingPathComponent("Registered.cdm"))
        #expect(find() == nil)
        NSMappingModel.registerMappingModels(in: folder.url)
        #expect(find()?.entityMappings.count == 1)
    }

    @Test("MIG-65 a mapping model in use cannot be changed, its copy can")
    func closes() async throws {
        let model = try Self.mapping()
        try model.freeze()
        let copy = try #require(model.copy() as? NSMappingModel)
        copy.entityMappings[0].name = "Other"
        copy.entityMappings[0].attributeMappings?.first?.name = "other"
        copy.entityMappings = []
        await #expect(processExitsWith: .failure) {
            let model = NSMappingModel()
            try model.freeze()
            model.entityMappings = []
        }
        await #expect(processExitsWith: .failure) {
            let (model, entity) = (NSMappingModel(), NSEntityMapping())
            model.entityMappings = [entity]
            try model.freeze()
            entity.name = "a"
        }
        await #expect(processExitsWith: .failure) {
            let (model, entity, property) = (NSMappingModel(), NSEntityMapping(), NSPropertyMapping())
            entity.relationshipMappings = [property]
            model.entityMappings = [entity]
            try model.freeze()
            property.valueExpression = nil
        }
    }

    @Test("MIG-65 two mappings of one name are an exception at use")
    func refusesRepeatedNames() {
        let model = NSMappingModel()
        model.entityMappings = [NSEntityMapping(), NSEntityMapping()]
        let exception = #expect(throws: CoreDataException.self) { try model.freeze() }
        #expect(exception?.name == .invalidArgumentException)
        #expect(exception?.reason.contains("two entity mappings named \"->\"") == true)
        model.entityMappings[0].name = "a"
        #expect(model.entityMappingsByName.count == 2)
    }
}
