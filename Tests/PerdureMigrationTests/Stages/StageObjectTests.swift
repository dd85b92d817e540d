// SPDX-License-Identifier: Apache-2.0
// The objects that programs make: stages, managers, references to models.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@testable import PerdureMigration

@Suite("Stages: the objects") struct StageObjectTests {
    /// Writes versions of the model into the folder of a versioned one.
    private static func bundle(_ folder: TemporaryFolder) throws -> URL {
        let url = folder.file("People.momd")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try PeopleVersions.first().write(compiledTo: url.appendingPathComponent("People.mom"))
        try PeopleVersions.second().write(compiledTo: url.appendingPathComponent("People 2.mom"))
        let info: [String: Any] = ["NSManagedObjectModel_CurrentVersionName": "People 2"]
        try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            .write(to: url.appendingPathComponent("VersionInfo.plist"))
        return url
    }

    @Test("MIG-133 stages, labels, checksums and models are what was given")
    func properties() {
        let (current, next) = (PeopleVersions.first(), PeopleVersions.second())
        let light = NSLightweightMigrationStage(["a", "b"])
        let custom = NSCustomMigrationStage(
            migratingFrom: PeopleVersions.reference(current), to: PeopleVersions.reference(next))
        custom.label = "names"
        let manager = NSStagedMigrationManager([light, custom])
        #expect(manager.stages == [light, custom])
        #expect(light.versionChecksums == ["a", "b"] && light.label == nil && custom.label == "names")
        #expect(custom.currentModel.resolvedModel === current && custom.nextModel.resolvedModel === next)
        #expect(manager.container == nil)
    }

    @Test("MIG-134 the codes have Apple's names and values; 134505 is only a name")
    func codes() {
        #expect(NSManagedObjectModelReferenceNotFoundError == 134504)
        #expect(NSStagedMigrationFrameworkVersionMismatchError == 134505)
        #expect(NSStagedMigrationBackwardMigrationError == 134506)
    }

    @Test("MIG-132 a reference finds the version with its checksum in a file, by name and by hashes")
    func places() throws {
        let folder = try TemporaryFolder()
        let url = try Self.bundle(folder)
        let bundle = try #require(Bundle(path: folder.url.path))
        for model in [PeopleVersions.first(), PeopleVersions.second()] {
            let checksum = model.versionChecksum
            for reference in [
                NSManagedObjectModelReference(fileURL: url, versionChecksum: checksum),
                NSManagedObjectModelReference(name: "People", in: bundle, versionChecksum: checksum),
                NSManagedObjectModelReference(
                    entityVersionHashes: model.entityVersionHashesByName, in: bundle,
                    versionChecksum: checksum),
            ] {
                #expect(reference.versionChecksum == checksum)
                let found = try reference.resolve()
                #expect(found.versionChecksum == checksum && reference.resolvedModel === found)
            }
        }
        let second = PeopleVersions.second().versionChecksum
        let named = NSManagedObjectModelReference(name: "People 2", in: bundle, versionChecksum: second)
        #expect(named.resolvedModel.versionChecksum == second)
    }

    @Test("MIG-132 without the version it is 134504 with the checksum and what is there instead")
    func missing() throws {
        let folder = try TemporaryFolder()
        let url = try Self.bundle(folder)
        let bundle = try #require(Bundle(path: folder.url.path))
        let first = PeopleVersions.first()
        for reference in [
            NSManagedObjectModelReference(model: first, versionChecksum: "none"),
            NSManagedObjectModelReference(fileURL: url, versionChecksum: "none"),
            NSManagedObjectModelReference(fileURL: folder.file("No.mom"), versionChecksum: "none"),
            NSManagedObjectModelReference(name: "Other", in: bundle, versionChecksum: "none"),
            NSManagedObjectModelReference(
                entityVersionHashes: ["Person": Data()], in: bundle, versionChecksum: "none"),
        ] {
            let error = #expect(throws: NSError.self) { try reference.resolve() }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 134504)
            #expect(error?.userInfo["versionChecksum"] as? String == "none")
        }
        let error = #expect(throws: NSError.self) {
            try NSManagedObjectModelReference(model: first, versionChecksum: "none").resolve()
        }
        #expect(error?.localizedDescription.contains(first.versionChecksum) == true)
    }
}
