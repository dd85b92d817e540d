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

    @Test("MIG-62 a file's hash of an entity with a derived attribute is not compared, one made in code is")
    func trustsNoDerivedHashes() throws {
        func version() -> NSManagedObjectModel {
            let derived = NSDerivedAttributeDescription()
            derived.name = "count"
            derived.attributeType = .stringAttributeType
            derived.derivationExpression = NSExpression(forKeyPath: "text")
            let (parent, child) = (
                VersionSamples.entity("P", VersionSamples.attribute("text"), derived),
                VersionSamples.entity("C")
            )
            parent.subentities = [child]
            return VersionSamples.model(parent, child)
        }
        let (model, entity) = (NSMappingModel(), NSEntityMapping())
        entity.sourceEntityName = "C"
        entity.sourceEntityVersionHash = Data(repeating: 0, count: 32)
        model.entityMappings = [entity]
        let fit = MappingFit(from: version(), to: version())
        #expect(fit.misfit(of: model) != nil)
        #expect(fit.misfit(of: try NSMappingModel(archivedData: try model.archivedData())) == nil)
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
            VersionSamples.model(VersionSamples.entity("Registered", VersionSamples.attribute(name)))
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
