// SPDX-License-Identifier: Apache-2.0
// Stages that lead nowhere, handlers that throw, and second tries.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@testable import PerdureMigration

@Suite("Stages: failures") struct StageFailureTests {
    private struct Refusal: LocalizedError {
        var errorDescription: String? { "not today" }
    }

    private static let (first, second, third) = (
        PeopleVersions.first().versionChecksum, PeopleVersions.second().versionChecksum,
        PeopleVersions.third().versionChecksum
    )

    /// The error of opening a store, which keeps its version.
    private static func refusal(
        _ file: PeopleFile, _ model: NSManagedObjectModel, _ stages: [NSMigrationStage],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> NSError {
        let before = try file.checksum()
        let error = #expect(throws: NSError.self, sourceLocation: sourceLocation) {
            try file.open(model, stages)
        }
        #expect(try file.checksum() == before, sourceLocation: sourceLocation)
        return try #require(error, sourceLocation: sourceLocation)
    }

    @Test("MIG-122 a version that occurs twice is 134110 with Apple's text, before anything is done")
    func duplicates() throws {
        let stages = [NSLightweightMigrationStage([Self.first, Self.second]), PeopleVersions.splitting()]
        let error = try Self.refusal(try PeopleFile(), PeopleVersions.third(), stages)
        #expect(error.code == 134110)
        #expect(error.localizedDescription == "Duplicate version checksums across stages detected.")
        #expect(error.userInfo["versionChecksum"] as? String == Self.second)
    }

    @Test("MIG-124 a store of a version that no stage names is 134504 with Apple's text")
    func unknownStore() throws {
        let error = try Self.refusal(
            try PeopleFile(), PeopleVersions.third(), [PeopleVersions.splitting()])
        #expect(error.code == 134504)
        #expect(error.localizedDescription == "Cannot use staged migration with an unknown model version.")
        #expect(error.userInfo["versionChecksum"] as? String == Self.first)
    }

    @Test("MIG-125 a store that is newer than the model is 134506 with Apple's text")
    func backward() throws {
        let file = try PeopleFile()
        let stages = [NSLightweightMigrationStage([Self.second, Self.first])]
        let error = try Self.refusal(file, PeopleVersions.second(), stages)
        #expect(error.code == 134506)
        #expect(
            error.localizedDescription
                == "A store file cannot be migrated backwards with staged migration.")
    }

    @Test("MIG-126 a model that no stage names is 134504")
    func unknownModel() throws {
        let stages = [NSLightweightMigrationStage([Self.first]), PeopleVersions.splitting()]
        let error = try Self.refusal(try PeopleFile(), PeopleVersions.fourth(), stages)
        #expect(error.code == 134504)
        #expect(error.userInfo["versionChecksum"] as? String == PeopleVersions.fourth().versionChecksum)
    }

    @Test("MIG-127 MIG-132 a model that is not there is 134504 with its checksum, before anything is done")
    func missingModel() throws {
        let first = PeopleVersions.reference(PeopleVersions.first())
        let gone = NSManagedObjectModelReference(model: PeopleVersions.second(), versionChecksum: "gone")
        let custom = [
            NSCustomMigrationStage(migratingFrom: first, to: gone), NSLightweightMigrationStage([Self.third]),
        ]
        let error = try Self.refusal(try PeopleFile(), PeopleVersions.third(), custom)
        #expect(error.code == 134504 && error.userInfo["versionChecksum"] as? String == "gone")
        // A text does not become a number by inference.
        let numbered = NSManagedObjectModel(
            EntitySketch("Person", .attribute("name", .integer64AttributeType)))
        let light = [NSLightweightMigrationStage([Self.first, "gone", numbered.versionChecksum])]
        let other = try Self.refusal(try PeopleFile(), numbered, light)
        #expect(other.code == 134504 && other.userInfo["versionChecksum"] as? String == "gone")
    }

    @Test(
        "MIG-130 MIG-131 MIG-142 a handler that throws is 134110; a second try goes on from the version reached"
    )
    func throwing() throws {
        let (file, calls) = (try PeopleFile(), ThreadErrors())
        let stage = PeopleVersions.splitting(calls)
        stage.willMigrateHandler = { manager, _ in
            try PeopleVersions.split(manager)
            throw Refusal()
        }
        let stages = [NSLightweightMigrationStage([Self.first]), stage]
        let error = #expect(throws: NSError.self) { try file.open(PeopleVersions.third(), stages) }
        #expect(error?.code == 134110 && error?.userInfo["stage"] as? String == "Split the names")
        #expect(error?.userInfo[NSUnderlyingErrorKey] is Refusal)
        #expect(error?.localizedDescription.contains("not today") == true)
        // What the stage before and the handler saved is there.
        #expect(try file.checksum() == Self.second)
        let names = try file.open(PeopleVersions.second(), stages, reading: ["name", "given"])
        #expect(names == ["Ada Lovelace Ada", "Alan Turing Alan"])

        let again = [NSLightweightMigrationStage([Self.first]), PeopleVersions.splitting(calls)]
        #expect(try file.open(PeopleVersions.third(), again, reading: ["family"]) == ["Lovelace", "Turing"])
        #expect(calls.list == ["will Split the names", "did family,given"])
    }

    @Test("MIG-130 after a didMigrateHandler that throws the store has the next version")
    func throwingAfterwards() throws {
        let file = try PeopleFile()
        let stage = PeopleVersions.splitting()
        stage.label = nil
        stage.didMigrateHandler = { _, _ in throw Refusal() }
        let stages = [NSLightweightMigrationStage([Self.first]), stage]
        let error = #expect(throws: NSError.self) { try file.open(PeopleVersions.third(), stages) }
        #expect(error?.code == 134110 && error?.userInfo["stage"] == nil)
        #expect(try file.checksum() == Self.third)
        #expect(try file.open(PeopleVersions.third(), stages, reading: ["given"]) == ["Ada", "Alan"])
    }

    @Test("MIG-131 MIG-142 what a kill inside of a handler leaves goes on from its version")
    func kills() throws {
        let (file, copies) = (try PeopleFile(), try [TemporaryFolder(), TemporaryFolder()])
        let stage = PeopleVersions.splitting()
        stage.willMigrateHandler = { manager, _ in
            try PeopleVersions.split(manager)
            _ = try copies[0].copyStore(file.url)
        }
        stage.didMigrateHandler = { _, _ in _ = try copies[1].copyStore(file.url) }
        try file.open(PeopleVersions.third(), [NSLightweightMigrationStage([Self.first]), stage])
        for (folder, version, runs) in [
            (copies[0], Self.second, 2), (copies[1], Self.third, 0),
        ] {
            let calls = ThreadErrors()
            let copy = PeopleFile(folder, "People.sqlite")
            #expect(try copy.checksum() == version)
            let stages = [NSLightweightMigrationStage([Self.first]), PeopleVersions.splitting(calls)]
            let names = try copy.open(PeopleVersions.third(), stages, reading: ["given", "family"])
            #expect(names == ["Ada Lovelace", "Alan Turing"] && calls.list.count == runs)
        }
    }

    @Test("MIG-46 others who migrate the store during a handler are noticed; no step leads back")
    func others() throws {
        let (file, calls) = (try PeopleFile(), ThreadErrors())
        let stage = PeopleVersions.splitting(calls)
        let plain: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        stage.willMigrateHandler = { manager, _ in
            try PeopleVersions.split(manager)
            try file.open(PeopleVersions.fourth(), plain)
        }
        let stages = [
            NSLightweightMigrationStage([Self.first]), stage,
            NSLightweightMigrationStage([PeopleVersions.fourth().versionChecksum]),
        ]
        #expect(try file.open(PeopleVersions.fourth(), stages, reading: ["given"]) == ["Ada", "Alan"])
        #expect(calls.list.isEmpty)
    }
}
