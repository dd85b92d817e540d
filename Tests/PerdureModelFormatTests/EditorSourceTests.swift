// SPDX-License-Identifier: Apache-2.0
// Sources of models from before Xcode 4, and compiled models as property lists in XML.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import Testing

@Suite struct EditorSourceTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("shared/fixtures/models")
    private static let isAvailable = FileManager.default.fileExists(atPath: folder.path)
    private static let absence: Comment = "the folder of fixtures is not beside the project"

    private static let thyme = "joaomoreno__thyme/DataModel.xcdatamodel"
    private static let twitter =
        "RestKit__RestKit/Examples/RKTwitterCoreData/Resources/RKTwitterCoreData.xcdatamodel"
    private static let notebook =
        "nothirst__TICoreDataSync/Examples/Tutorial/Notebook/Notebook/Notebook.xcdatamodeld"
    private static let changes =
        "nothirst__TICoreDataSync/TICoreDataSync/03 Internal Data Model/TICDSSyncChangeSet.xcdatamodeld"

    @Test(
        "MOD-3 a source from before Xcode 4 gives its entities", .enabled(if: isAvailable, absence),
        arguments: [
            (thyme, ["Session": 5]), (twitter, ["Tweet": 7, "User": 4]), (notebook, ["Note": 3, "Tag": 2]),
            (changes, ["TICDSSyncChangeSet": 5]),
        ])
    func sources(_ path: String, _ counts: [String: Int]) throws {
        let url = Self.folder.appendingPathComponent(path)
        let model = try ModelFile.read(at: url)
        let found = model.entities.map { ($0.name, $0.attributes.count + $0.relationships.count) }
        #expect(Dictionary(uniqueKeysWithValues: found) == counts)
        for entity in model.entities {
            for relationship in entity.relationships {
                #expect(model.entity(named: relationship.destinationEntityName ?? "") != nil)
            }
        }
        #expect(try ModelBundle.read(at: url).versions.count == 1)
        // What was read can be written as a source of today, and compiled.
        let compiled = try CompiledModelWriter.write(model)
        #expect(
            VersionHash.entityHashes(of: try ModelFile.read(data: compiled))
                == VersionHash.entityHashes(of: model))
        let source = XMLModelWriter.write(model)
        #expect(
            VersionHash.entityHashes(of: try ModelFile.read(data: source))
                == VersionHash.entityHashes(of: model))
    }

    @Test(
        "MOD-3 attributes of such a source have types, defaults and classes",
        .enabled(if: isAvailable, absence))
    func details() throws {
        let model = try ModelFile.read(at: Self.folder.appendingPathComponent(Self.thyme))
        let session = try #require(model.entity(named: "Session"))
        #expect(session.className == "Session")
        #expect(Set(session.attributes.map(\.type)) == [200, 700, 900])
        #expect(session.attributes.allSatisfy { $0.traits.isOptional })
        #expect(session.attributes.filter { $0.type == 200 }.allSatisfy { $0.defaultValue == .integer(0) })
    }

    @Test("MOD-3 the hashes are those of a store that the model made", .enabled(if: isAvailable, absence))
    func hashes() throws {
        let model = try ModelFile.read(at: Self.folder.appendingPathComponent(Self.twitter))
        // From the metadata of RKSeedDatabase.sqlite, which framework 419 has written.
        let hashes = VersionHash.entityHashes(of: model).mapValues {
            $0.prefix(8).map { String(format: "%02x", $0) }.joined()
        }
        #expect(hashes == ["Tweet": "d37ff7877aefc99e", "User": "d25f5c2c74acf6d9"])
    }

    @Test("MOD-3 damaged sources from before Xcode 4 are errors", .enabled(if: isAvailable, absence))
    func damage() throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent(Self.thyme + "/elements"))
        for length in stride(from: 0, to: data.count, by: 97) {
            #expect(throws: ModelFormatError.self) { try ModelFile.read(data: data.prefix(length)) }
        }
        for offset in stride(from: 0, to: data.count, by: 53) {
            var damaged = data
            damaged[offset] ^= 1 << UInt8(offset % 8)
            // Whatever it gives, it gives it without a crash.
            do { _ = try ModelFile.read(data: damaged) } catch { #expect(error is ModelFormatError) }
        }
    }

    @Test("MOD-3 a compiled model as a property list in XML is read like a binary one")
    func xmlArchive() throws {
        let binary = try CompiledModelWriter.write(SampleModel.everything)
        let list = try XMLPropertyListWriter.element(BinaryPropertyList.read(binary))
        let data = Data(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + list).utf8)
        #expect(try ModelFile.read(data: data) == ModelFile.read(data: binary))
        #expect(throws: ModelFormatError.self) { try ModelFile.read(data: data.prefix(data.count / 2)) }
        #expect(throws: ModelFormatError.self) {
            try ModelFile.read(data: Data("<plist><dict/></plist>".utf8))
        }
    }
}
