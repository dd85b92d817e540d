// SPDX-License-Identifier: Apache-2.0
// Compiling sources of mapping models that are made in code: defaults, mistakes, hostile input.

import CoreData
import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdureTestSupport
import Testing

@Suite("Compiling mapping models") struct MappingCompilerTests {
    private static func document(_ model: NSManagedObjectModel) throws -> ModelDocument {
        try ModelFile.read(data: try model.archivedData())
    }

    /// A source with both sample versions embedded.
    private static func sample() throws -> MappingSourceSample {
        var sample = MappingSourceSample()
        sample.sourceModel = try EditorModelSample.archive(document(VersionSamples.first))
        sample.destinationModel = try EditorModelSample.archive(document(VersionSamples.second))
        return sample
    }

    private static func compiled(_ sample: MappingSourceSample) throws -> MappingDocument {
        try MappingFile.read(data: sample.data, path: "Own.xcmappingmodel")
    }

    private static func text(_ property: PropertyMappingDocument?) -> String? {
        property?.valueExpression.map(PredicatePrinter.format)
    }

    private static func reason(_ sample: MappingSourceSample) -> String {
        let error = #expect(throws: ModelFormatError.self) { try compiled(sample) }
        #expect(error?.description.hasPrefix("Own.xcmappingmodel: ") == true)
        return error?.description ?? ""
    }

    @Test("MIG-76a the embedded models give the versions' hashes")
    func hashes() throws {
        let source = try MappingSource.read(data: try Self.sample().data)
        let hashes = VersionHash.entityHashes(of: try #require(source.source.document))
        #expect(hashes == VersionSamples.first.entityVersionHashesByName)
        let later = VersionHash.entityHashes(of: try #require(source.destination.document))
        #expect(later == VersionSamples.second.entityVersionHashesByName)
    }

    @Test("MIG-79 types follow from entities, policy and expressions")
    func types() throws {
        var sample = try Self.sample()
        sample.add(nil, "New", properties: [(false, ["name": "x"])])
        sample.add("Gone", nil)
        sample.add("Same", "Same", properties: [(false, ["name": "x"])])
        sample.add("Note", "Note", ["migrationpolicyclassname": "App.Policy"])
        sample.add("Folder", "Box", properties: [(false, ["name": "label"])])
        let found = try Self.compiled(sample).entityMappings
        #expect(found.map(\.kind) == [.add, .remove, .copy, .custom, .transform])
        #expect(found.map(\.name) == ["New", "Gone", "SameToSame", "NoteToNote", "FolderToBox"])
        #expect(found[0].sourceExpression == nil && found[0].attributes?.first?.valueExpression == nil)
        #expect(found[3].policyClassName == "App.Policy" && found[2].policyClassName == nil)
        #expect(Self.text(found[4].attributes?.first) == "$source.title")
    }

    @Test("MIG-79 relationships lead to the one mapping of their members, or to several")
    func relationships() throws {
        var sample = try Self.sample()
        let pages = (true, ["name": "pages", "autogenerateexpression": "1"])
        sample.add("Folder", "Box", properties: [pages])
        sample.add("Note", "Note", properties: [(true, ["name": "folder"])])
        let one = try Self.compiled(sample).entityMappings
        #expect(
            Self.text(one[0].relationships?.first)
                == "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"NoteToNote\", "
                + "$source.notes)")
        #expect(one[1].relationships?.first?.valueExpression == nil)
        sample.add("Note", "New", ["name": "Second"])
        let several = try Self.compiled(sample).entityMappings
        #expect(
            Self.text(several[0].relationships?.first)
                == "FUNCTION($manager, \"destinationInstancesForSourceRelationshipNamed:sourceInstances:\", \"notes\", "
                + "$source.notes)")
    }

    @Test(
        "MIG-78 a relationship with a mapping's name has its key path",
        arguments: [
            "$source": "$source", "$source.folder": "$source.folder", "folder.notes": "$source.folder.notes",
            "first.end": "$source.first.end",
        ])
    func keyPaths(path: String, expected: String) throws {
        var sample = try Self.sample()
        let folder = (true, ["name": "folder", "sourcemappingname": "FolderToBox", "sourcekeypath": path])
        sample.add("Note", "Note", properties: [folder])
        sample.add("Folder", "Box")
        #expect(
            Self.text(try Self.compiled(sample).entityMappings[0].relationships?.first)
                == "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"FolderToBox\", "
                + "\(expected))")
    }

    @Test(
        "MIG-78a the expressions of published mapping models stay as they are",
        arguments: [
            "$source.other", "\"text\"", "1.5", "now()", "stable", "($source.temperature - 32.0) / 1.8",
            "FUNCTION($entityPolicy, \"migrateIconURL\")",
            "FUNCTION($entityPolicy, \"defaultIsActiveForBundleID:team:\", $source.a, $source.b)",
            "FUNCTION($manager, \"destinationInstancesForSourceRelationshipNamed:sourceInstances:\", \"cars\", $source.cars)",
        ])
    func expressions(format: String) throws {
        let expression = try PredicateParser.parseExpression(format, arguments: [])
        var sample = try Self.sample()
        let data = try MappingSourceSample.archived(format)
        sample.add("Same", "Same", properties: [(false, ["name": "x", "valueexpressiondata": data])])
        let found = try Self.compiled(sample)
        #expect(found.entityMappings[0].attributes?.first?.valueExpression == expression)
        let again = try MappingFile.read(data: try CompiledMappingWriter.write(found))
        #expect(again.entityMappings[0].attributes?.first?.valueExpression == expression)
    }

    @Test("MIG-76 order is by number, and unlisted mappings are left out")
    func orders() throws {
        var sample = try Self.sample()
        sample.add("Same", "Same", ["mappingnumber": "2"])
        sample.add("Note", "Note", ["mappingnumber": "1"])
        sample.add("Note", "Note", ["mappingnumber": "0"], isListed: false)
        sample.add(type: "XDDEVATTRIBUTEMAPPING", id: "z900", ["name": "left"], ["entitymapping": []])
        #expect(try Self.compiled(sample).entityMappings.map(\.name) == ["NoteToNote", "SameToSame"])
    }

    @Test("MIG-76a an embedded model that cannot be read leaves the hashes out")
    func toleratesDamagedModels() throws {
        var sample = MappingSourceSample()
        sample.sourceModel = Data("rubbish".utf8)
        sample.add("Same", "Same", properties: [(false, ["name": "x"])])
        let mapping = try Self.compiled(sample).entityMappings[0]
        #expect(
            mapping.source == MappedEntity(name: "Same") && mapping.destination == MappedEntity(name: "Same"))
        #expect(mapping.kind == .copy && Self.text(mapping.attributes?.first) == "$source.x")
    }

    @Test("MIG-64 a source that cannot be compiled is an error with file, mapping and property")
    func refuses() throws {
        var missing = try Self.sample()
        missing.add("Absent", "Same")
        #expect(Self.reason(missing).contains("'AbsentToSame'") && Self.reason(missing).contains("refresh"))
        var filter = try Self.sample()
        filter.add("Same", "Same", ["sourcefilterpredicatestring": "x =="])
        #expect(Self.reason(filter).contains("'SameToSame'") && Self.reason(filter).contains("'x =='"))
        var twice = try Self.sample()
        twice.add("Same", "Same")
        twice.add("Same", "Same")
        #expect(Self.reason(twice).contains("name of its own"))
        var nobody = try Self.sample()
        nobody.add(nil, nil)
        #expect(Self.reason(nobody).contains("no entity"))
        var unknown = try Self.sample()
        unknown.add("Note", "Note", properties: [(true, ["name": "folder", "sourcemappingname": "X"])])
        #expect(Self.reason(unknown).contains("'folder'") && Self.reason(unknown).contains("'X'"))
        var path = try Self.sample()
        let wrong = ["name": "folder", "sourcemappingname": "NoteToNote", "sourcekeypath": "a..b"]
        path.add("Note", "Note", properties: [(true, wrong)])
        #expect(Self.reason(path).contains("'folder'") && Self.reason(path).contains("'a..b' is no key path"))
        var damaged = try Self.sample()
        damaged.add("Same", "Same", properties: [(false, ["name": "x", "valueexpressiondata": "AAAA"])])
        #expect(Self.reason(damaged).contains("'SameToSame'") && Self.reason(damaged).contains("'x'"))
    }

    @Test("MIG-63 damaged and hostile sources are nil, not a crash")
    func survives() throws {
        var sample = try Self.sample()
        sample.add("Folder", "Box", properties: [(true, ["name": "pages", "autogenerateexpression": "1"])])
        let data = sample.data
        _ = try MappingFile.read(data: data)
        for index in stride(from: 0, to: data.count, by: 409) {
            var mutated = data
            mutated[index] = UInt8(ascii: "<")
            _ = try? NSMappingModel(archivedData: mutated)
            #expect(throws: (any Error).self) { try MappingFile.read(data: data.prefix(index)) }
        }
        let entity = "<!DOCTYPE database [<!ENTITY a \"b\">]><database>&a;</database>"
        #expect(throws: ModelFormatError.self) { try MappingFile.read(data: Data(entity.utf8)) }
        var cycle = MappingSourceSample()
        var (one, other) = (EntityDocument(name: "A"), EntityDocument(name: "B"))
        (one.superentityName, other.superentityName) = ("B", "A")
        var model = ModelDocument()
        model.entities = [one, other]
        cycle.sourceModel = try EditorModelSample.archive(model)
        cycle.add("A", "A")
        #expect(try Self.compiled(cycle).entityMappings.count == 1)
    }

    @Test("MIG-63 a folder is read like a compiled file")
    func readsFolders() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Own.xcmappingmodel")
        #expect(NSMappingModel(contentsOf: url) == nil)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        #expect(NSMappingModel(contentsOf: url) == nil)
        var sample = try Self.sample()
        sample.add("Same", "Same")
        try sample.data.write(to: url.appendingPathComponent("xcmapping.xml"))
        #expect(NSMappingModel(contentsOf: url)?.entityMappings.count == 1)
        let bundle = try #require(Bundle(path: folder.url.path))
        let found = NSMappingModel(
            from: [bundle], forSourceModel: VersionSamples.first, destinationModel: VersionSamples.second)
        #expect(found?.entityMappings.first?.name == "SameToSame")
    }
}
