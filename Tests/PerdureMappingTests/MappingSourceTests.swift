// SPDX-License-Identifier: Apache-2.0
// Sources of mapping models of published projects: read, compiled, and compared with what Apple's compiler made. Skipped
// where the fixtures are absent.

import CoreData
import Foundation
import PerdureMapping
import PerdureModelFormat
import PerdurePredicates
import PerdurePropertyList
import PerdureTestSupport
import Testing

@Suite("Sources of mapping models", .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
struct MappingSourceTests {
    private static let sources = Fixtures.files(in: "mappings", where: { $0.hasSuffix(".xcmappingmodel") })

    private static func url(_ name: String) -> URL {
        Fixtures.url(sources.first { $0.hasSuffix("\(name).xcmappingmodel") } ?? name)
    }

    private static func compiled(_ name: String) throws -> MappingDocument {
        try MappingFile.read(at: url(name))
    }

    @Test("MIG-79 compiling gives what Apple's compiler gave, mapping by mapping")
    func compilesLikeApple() throws {
        let expected = try MappingFile.read(at: Fixtures.url("mappings/alemar11__CoreDataPlus/V2toV3.cdm"))
        let found = try Self.compiled("V2toV3")
        #expect(found.entityMappings.map(\.name) == expected.entityMappings.map(\.name))
        for (one, other) in zip(found.entityMappings, expected.entityMappings) {
            #expect(one == other, "\(one.name)")
        }
    }

    @Test("MIG-76a both embedded models give the hashes of the compiled file")
    func hashesEmbeddedModels() throws {
        let source = try MappingFile.readSource(at: Self.url("V2toV3"))
        let expected = try MappingFile.read(at: Fixtures.url("mappings/alemar11__CoreDataPlus/V2toV3.cdm"))
        let old = VersionHash.entityHashes(of: try #require(source.source.document))
        let new = VersionHash.entityHashes(of: try #require(source.destination.document))
        var compared = 0
        for mapping in expected.entityMappings {
            for (entity, hashes) in [(mapping.source, old), (mapping.destination, new)] {
                guard let name = entity.name else { continue }
                #expect(hashes[name] == entity.versionHash, "\(name)")
                compared += 1
            }
        }
        #expect(compared == 9)
        let luxury = source.destination.document?.entity(named: "LuxuryCar")
        #expect(luxury?.renamingIdentifier == "ExpensiveSportCar" && luxury?.superentityName == "SportCar")
        #expect(source.source.path == "Tests/SampleModel.xcdatamodeld/SampleModel2.xcdatamodel")
    }

    @Test("MIG-75 every source compiles, and every embedded model can be read", arguments: sources)
    func compiles(path: String) throws {
        let source = try MappingFile.readSource(at: Fixtures.url(path))
        #expect(source.source.document != nil && source.destination.document != nil)
        let document = try source.compile(path: path)
        #expect(!document.entityMappings.isEmpty)
        for mapping in document.entityMappings {
            #expect(mapping.destination.versionHash?.count == 32, "\(mapping.name)")
            #expect(mapping.source.name == nil || mapping.source.versionHash?.count == 32, "\(mapping.name)")
            #expect((mapping.source.name == nil) == (mapping.sourceExpression == nil))
        }
        let again = try MappingFile.read(data: try CompiledMappingWriter.write(document))
        #expect(again == document)
        let model = try #require(NSMappingModel(contentsOf: Fixtures.url(path)))
        #expect(model.entityMappings.count == document.entityMappings.count)
    }

    @Test("MIG-76 mappings that the model does not list are left out, the others have their order")
    func leavesOut() throws {
        #expect(try Self.compiled("Modelv1v4").entityMappings.count == 6)
        let document = try Self.compiled("ATDataModel v4 to v5")
        #expect(
            document.entityMappings.map(\.name).suffix(3) == [
                "ATTextMessageToATMessage", "ATFileMessageToATMessage", "ATAutomatedMessageToATMessage",
            ])
    }

    @Test("MIG-61 published mapping models fit the models that they name, derived attributes or not")
    func fitsModels() throws {
        let models = Fixtures.files(in: "models", where: { $0.hasSuffix(".xcdatamodel") })
        func model(_ copy: MappingSource.EmbeddedModel) throws -> NSManagedObjectModel? {
            let folders = (copy.path ?? "").split(separator: "/").suffix(2).joined(separator: "/")
            // A model of that path may be another project's, or newer than the copy.
            let path = try models.first { path in
                guard path.hasSuffix("/" + folders), let document = copy.document else { return false }
                let current = try ModelFile.read(at: Fixtures.url(path))
                return document.hasSameHashes(asCurrent: current)
            }
            return try path.map { try NSManagedObjectModel.load(contentsOf: Fixtures.url($0)) }
        }
        var found: [String] = []
        for path in Self.sources {
            let source = try MappingFile.readSource(at: Fixtures.url(path))
            guard let old = try model(source.source), let new = try model(source.destination) else {
                continue
            }
            let mapping = try NSMappingModel.load(contentsOf: Fixtures.url(path))
            #expect(MappingFit(from: old, to: new).misfit(of: mapping) == nil, "\(path)")
            #expect(MappingFit(from: new, to: old).misfit(of: mapping) != nil, "\(path)")
            found.append(path)
        }
        #expect(found.contains { $0.hasSuffix("Model-v1-v2.xcmappingmodel") })
        #expect(found.count > 2)
    }

    @Test("MIG-77 a filter is the predicate of the source expression")
    func filters() throws {
        let mapping = try #require(
            try Self.compiled("UnCloudNotesMappingModel_v2_to_v3").entityMappings.first)
        #expect(mapping.name == "NoteToAttachment")
        #expect(mapping.sourceExpression == MappingForms.fetch("Note", where: "image != nil"))
        let note = try #require(mapping.relationships?.first)
        #expect(
            note.valueExpression.map(PredicatePrinter.format)
                == "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"NoteToNote\", $source)"
        )
    }

    @Test("MIG-78 given expressions stay, and property mappings of no entity are left out")
    func keepsExpressions() throws {
        let moody = try Self.compiled("Moody 4-Moody 5").entityMappings
        let texts = moody.flatMap { $0.attributes ?? [] }.compactMap(\.valueExpression)
            .map(PredicatePrinter.format)
        #expect(texts.contains("$source.continent.numericISO3166Code"))
        let later = try Self.compiled("Moody 5-Moody 6").entityMappings
        #expect(!later.flatMap { $0.attributes ?? [] }.contains { $0.name == "attribute1" })
        let bug = try #require(try Self.compiled("Model-v1-v2").entityMappings.first)
        #expect(bug.kind == .transform)
        #expect(
            bug.attributes?.first { $0.name == "newModel" }?.valueExpression
                == .constant(.string("model migrated")))
    }
}
