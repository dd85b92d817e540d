// SPDX-License-Identifier: Apache-2.0
// Mapping models as archives: what is written is read again, and damage is an error with its place.

import CoreData
import PerdureModelFormat
import PerdurePropertyList
import PerdureTestSupport
import Testing

@Suite("Archives of mapping models") struct MappingArchiveTests {
    /// A mapping model with every kind of field.
    static var sample: NSMappingModel {
        let (title, notes, entity) = (NSPropertyMapping(), NSPropertyMapping(), NSEntityMapping())
        title.name = "title"
        title.valueExpression = NSExpression(
            format: "FUNCTION($entityPolicy, \"join:with:\", $source.a.b, 1.5)")
        title.userInfo = ["note": ["x", 1, true] as [Any]]
        notes.name = "notes"
        entity.name = "Own"
        entity.mappingType = .customEntityMappingType
        entity.sourceEntityName = "A"
        entity.sourceEntityVersionHash = Data(repeating: 1, count: 32)
        entity.destinationEntityName = "B"
        entity.destinationEntityVersionHash = Data(repeating: 2, count: 32)
        entity.attributeMappings = [title]
        entity.relationshipMappings = [notes]
        entity.sourceExpression = NSExpression(
            format: "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"A\", "
                + "\"TRUEPREDICATE\"), $manager.sourceContext, NO)")
        entity.entityMigrationPolicyClassName = "App.Policy"
        entity.userInfo = ["names": Set(["a", "b"]), 7: Date(timeIntervalSince1970: 0)]
        let model = NSMappingModel()
        model.entityMappings = [entity, NSEntityMapping()]
        return model
    }

    private static func expectSample(_ model: NSMappingModel?) throws {
        let model = try #require(model)
        #expect(model.entityMappings.compactMap(\.name) == ["Own", "->"])
        let entity = try #require(model.entityMappings.first)
        #expect(entity.mappingType == .customEntityMappingType)
        #expect(entity.sourceEntityName == "A" && entity.destinationEntityName == "B")
        #expect(entity.sourceEntityVersionHash == Data(repeating: 1, count: 32))
        #expect(entity.destinationEntityVersionHash == Data(repeating: 2, count: 32))
        #expect(entity.sourceExpression == sample.entityMappings.first?.sourceExpression)
        #expect(entity.entityMigrationPolicyClassName == "App.Policy")
        #expect(entity.userInfo?["names"] as? Set<String> == ["a", "b"])
        #expect(entity.userInfo?[7] as? Date == Date(timeIntervalSince1970: 0))
        let title = try #require(entity.attributeMappings?.first)
        #expect(title.name == "title" && entity.attributeMappings?.count == 1)
        #expect(
            title.valueExpression
                == NSExpression(format: "FUNCTION($entityPolicy, \"join:with:\", $source.a.b, 1.5)"))
        #expect((title.userInfo?["note"] as? [Any])?.count == 3)
        #expect(entity.relationshipMappings?.map(\.name) == ["notes"])
        #expect(entity.relationshipMappings?.first?.valueExpression == nil)
        let other = try #require(model.entityMappings.last)
        #expect(other.mappingType == .undefinedEntityMappingType && other.attributeMappings == nil)
        #expect(
            other.sourceExpression == nil && other.userInfo == nil && other.sourceEntityVersionHash == nil)
    }

    @Test("MIG-63 a written mapping model is read again, from data and from a file")
    func writes() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Own.cdm")
        try Self.sample.write(compiledTo: url)
        try Self.expectSample(NSMappingModel(contentsOf: url))
        try Self.expectSample(NSMappingModel.load(contentsOf: url))
        try Self.expectSample(NSMappingModel(archivedData: try Self.sample.archivedData()))
    }

    @Test("MIG-63 mapping models and their parts go through Foundation's archiver, securely")
    func codes() throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: Self.sample, requiringSecureCoding: true)
        try Self.expectSample(NSKeyedUnarchiver.unarchivedObject(ofClass: NSMappingModel.self, from: data))
        let entity = try #require(Self.sample.entityMappings.first)
        let part = try NSKeyedArchiver.archivedData(withRootObject: entity, requiringSecureCoding: true)
        let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSEntityMapping.self, from: part)
        #expect(again?.attributeMappings?.first?.name == "title")
        let property = try #require(entity.attributeMappings?.first)
        let smallest = try NSKeyedArchiver.archivedData(withRootObject: property, requiringSecureCoding: true)
        let last = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPropertyMapping.self, from: smallest)
        #expect(last?.valueExpression == property.valueExpression)
    }

    @Test("MIG-63 nothing, another file and damage are nil; load says what is wrong")
    func refuses() throws {
        let folder = try TemporaryFolder()
        #expect(NSMappingModel(contentsOf: nil) == nil)
        #expect(NSMappingModel(contentsOf: folder.url.appendingPathComponent("missing.cdm")) == nil)
        #expect(NSMappingModel(contentsOf: URL(string: "https://example.org/a.cdm")) == nil)
        let model = folder.url.appendingPathComponent("Model.mom")
        try VersionSamples.first.write(compiledTo: model)
        #expect(NSMappingModel(contentsOf: model) == nil)
        let error = #expect(throws: NSError.self) { try NSMappingModel.load(contentsOf: model) }
        #expect(error?.code == NSFileReadCorruptFileError)
        #expect(error?.localizedDescription.contains("it is a model") == true)
        #expect(error?.localizedDescription.contains("Model.mom") == true)
    }

    @Test("MIG-71 a damaged field is an error with mapping and property")
    func namesPlaces() throws {
        func reason(_ change: (inout [PropertyListValue]) -> Void) throws -> String {
            let data = try changed(try Self.sample.archivedData(), change)
            let error = #expect(throws: ModelFormatError.self) { try MappingFile.read(data: data, path: "x") }
            return error?.description ?? ""
        }
        let shortHash = try reason { objects in
            replace(&objects, .data(Data(repeating: 1, count: 32)), .data(Data([1])))
        }
        #expect(shortHash.contains("'Own'") && shortHash.contains("32 bytes") && shortHash.hasPrefix("x:"))
        let unknown = try reason { objects in
            replaceClass(&objects, "NSKeyPathExpression", "NSTask")
        }
        #expect(unknown.contains("'Own'") && unknown.contains("NSTask"))
        let type = try reason { objects in replaceField(&objects, "NSMappingType", .integer(9)) }
        #expect(type.contains("'Own'") && type.contains("type"))
    }

    @Test("MIG-63 every truncation and many mutations are nil, not a crash")
    func survives() throws {
        let data = try Self.sample.archivedData()
        for count in stride(from: 0, to: data.count, by: 31) {
            #expect(throws: (any Error).self) { try MappingFile.read(data: data.prefix(count)) }
        }
        for index in stride(from: 0, to: data.count, by: 5) {
            var mutated = data
            mutated[index] ^= UInt8(truncatingIfNeeded: 1 << (index / 5 % 8))
            _ = try? NSMappingModel(archivedData: mutated)
        }
    }

    @Test("MIG-65 two mappings of one name cannot be written")
    func refusesRepeatedNames() {
        let model = Self.sample
        model.entityMappings.last?.name = "Own"
        let error = #expect(throws: NSError.self) { try model.archivedData() }
        #expect(error?.localizedDescription.contains("'Own'") == true)
    }

    @Test("MIG-63 an expression that only this process knows is an error with its place")
    func refusesBlocks() {
        let model = Self.sample
        model.entityMappings[0].relationshipMappings?[0].valueExpression = NSExpression(
            forConstantValue: NSObject())
        let error = #expect(throws: NSError.self) { try model.archivedData() }
        #expect(error?.localizedDescription.contains("'Own'") == true)
        #expect(error?.localizedDescription.contains("'notes'") == true)
    }

    @Test("MIG-63 what cannot be archived comes back as nil, and stops nothing")
    func codesNothing() {
        let model = Self.sample
        model.entityMappings[0].userInfo = ["a": NSObject()]
        #expect(throws: NSError.self) { try model.archivedData() }
        let data = try? NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: true)
        let read = data.flatMap {
            try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSMappingModel.self, from: $0)
        }
        #expect(read == nil)
    }

    // MARK: Changed archives

    private func changed(_ data: Data, _ change: (inout [PropertyListValue]) -> Void) throws -> Data {
        var list = try #require(try BinaryPropertyList.read(data).dictionaryValue)
        var objects = try #require(list["$objects"]?.arrayValue)
        change(&objects)
        list["$objects"] = .array(objects)
        return try BinaryPropertyList.write(.dictionary(list))
    }

    private func replace(
        _ objects: inout [PropertyListValue], _ old: PropertyListValue, _ new: PropertyListValue
    ) {
        for index in objects.indices where objects[index] == old { objects[index] = new }
    }

    private func replaceClass(_ objects: inout [PropertyListValue], _ old: String, _ new: String) {
        for index in objects.indices where objects[index].dictionaryValue?["$classname"]?.stringValue == old {
            objects[index] = .dictionary(["$classname": .string(new), "$classes": .array([.string(new)])])
        }
    }

    private func replaceField(
        _ objects: inout [PropertyListValue], _ name: String, _ value: PropertyListValue
    ) {
        for index in objects.indices {
            guard var fields = objects[index].dictionaryValue, fields[name] != nil else { continue }
            fields[name] = value
            objects[index] = .dictionary(fields)
        }
    }
}
