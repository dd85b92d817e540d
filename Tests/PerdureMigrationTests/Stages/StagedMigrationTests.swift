// SPDX-License-Identifier: Apache-2.0
// Stores that go through stages, with handlers that move data.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@testable import PerdureMigration

@Suite("Stages: stores") struct StagedMigrationTests {
    private static let checksums = [
        PeopleVersions.first(), PeopleVersions.second(), PeopleVersions.third(), PeopleVersions.fourth(),
    ].map(\.versionChecksum)

    /// The first two versions are inferred, the third has code, the fourth is inferred again.
    private static func stages(_ calls: ThreadErrors = ThreadErrors()) -> [NSMigrationStage] {
        [
            NSLightweightMigrationStage([checksums[0]]), PeopleVersions.splitting(calls),
            NSLightweightMigrationStage([checksums[3]]),
        ]
    }

    @Test("MIG-120 MIG-123 MIG-127 MIG-128 a store goes through all versions, and handlers move its data")
    func whole() throws {
        let (file, calls) = (try PeopleFile(), ThreadErrors())
        let names = try file.open(
            PeopleVersions.fourth(), Self.stages(calls), reading: ["given", "family", "age"])
        #expect(names == ["Ada Lovelace 7", "Alan Turing 7"])
        #expect(calls.list == ["will Split the names", "did family,given"])
        #expect(try file.checksum() == Self.checksums[3])
    }

    @Test("MIG-7 MIG-120 a container's description takes the manager; without it the names are lost")
    func container() throws {
        let file = try PeopleFile()
        let container = NSPersistentContainer(
            name: "People", managedObjectModel: PeopleVersions.fourth())
        let description = NSPersistentStoreDescription(url: file.url)
        description.setOption(
            NSStagedMigrationManager(Self.stages()),
            forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let context = container.newBackgroundContext()
        let names = try context.performAndWait {
            try context.all("Person", by: "given").map { $0.value(forKey: "given") as? String }
        }
        #expect(names == ["Ada", "Alan"])
        let other = try PeopleFile()
        let plain: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        #expect(try other.open(PeopleVersions.fourth(), plain, reading: ["given"]) == ["nil", "nil"])
    }

    @Test("MIG-120 without both automatic options it is 134100 or 134140, and no handler runs")
    func options() throws {
        let (file, calls) = (try PeopleFile(), ThreadErrors())
        for (key, code) in [
            (NSMigratePersistentStoresAutomaticallyOption, 134100),
            (NSInferMappingModelAutomaticallyOption, 134140),
        ] {
            var options = PeopleFile.options(NSStagedMigrationManager(Self.stages(calls)))
            options[key] = false
            let error = #expect(throws: NSError.self) {
                try file.open(PeopleVersions.fourth(), options)
            }
            #expect(error?.code == code)
        }
        #expect(calls.list.isEmpty)
        let wrong: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
            NSPersistentStoreStagedMigrationManagerOptionKey: "stages",
        ]
        #expect(throws: CoreDataException.self) { try file.open(PeopleVersions.fourth(), wrong) }
    }

    @Test("MIG-121 a store without a checksum has that of its hashes")
    func absentChecksum() throws {
        let file = try PeopleFile()
        let database = try RawDatabase(file.url, isReadOnly: false)
        let plist = try #require(try database.rows("SELECT hex(Z_PLIST) FROM Z_METADATA").first?.first)
        var metadata = try #require(
            try PropertyListSerialization.propertyList(from: Data(hex: plist), format: nil)
                as? [String: Any])
        metadata[NSPersistentStoreModelVersionChecksumKey] = nil
        let data = try PropertyListSerialization.data(
            fromPropertyList: metadata, format: .binary, options: 0)
        let hex = data.map { String(format: "%02X", $0) }.joined()
        try database.rows("UPDATE Z_METADATA SET Z_PLIST = x'\(hex)'")
        #expect(try file.checksum() == nil)
        let names = try file.open(PeopleVersions.fourth(), Self.stages(), reading: ["family"])
        #expect(names == ["Lovelace", "Turing"])
    }

    @Test("MIG-121 a store of a configuration has the version whose entities it lists")
    func configuration() throws {
        let folder = try TemporaryFolder()
        let models = [PeopleVersions.first(), PeopleVersions.second(), PeopleVersions.third()]
        for model in models {
            let other = NSEntityDescription()
            other.name = "Other"
            model.entities.append(other)
            model.setEntities(model.entities.filter { $0.name == "Person" }, forConfigurationName: "People")
        }
        let url = folder.file("People.sqlite")
        let checksums = models.map(\.versionChecksum)
        let stage = NSLightweightMigrationStage(checksums)
        for model in [models[0], models[2]] {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let store = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: "People", at: url,
                options: PeopleFile.options(NSStagedMigrationManager([stage])))
            #expect(
                !checksums.contains(store.metadata[NSPersistentStoreModelVersionChecksumKey] as? String ?? "")
            )
            try coordinator.remove(store)
        }
    }

    @Test("MIG-36 MIG-120 one copy is made, before the first stage")
    func backup() throws {
        let file = try PeopleFile()
        let copy = file.folder.file("Copy.sqlite")
        var options = PeopleFile.options(NSStagedMigrationManager(Self.stages()))
        options[NSPersistentStoreDescription.backupBeforeMigrationKey] = copy
        try file.open(PeopleVersions.fourth(), options)
        #expect(try PeopleFile(file.folder, "Copy.sqlite").checksum() == Self.checksums[0])
    }

    @Test("MIG-125 MIG-126 a store of the model's version opens without handlers; later stages do not run")
    func reached() throws {
        let (file, calls) = (try PeopleFile(), ThreadErrors())
        try file.open(PeopleVersions.second(), Self.stages(calls))
        try file.open(PeopleVersions.second(), Self.stages(calls))
        #expect(try file.checksum() == Self.checksums[1] && calls.list.isEmpty)
        try file.open(PeopleVersions.fourth(), Self.stages(calls))
        try file.open(PeopleVersions.fourth(), Self.stages(calls))
        #expect(calls.list.count == 2)
    }

    @Test("MIG-127 a version that no model has is left out where its neighbours can be inferred")
    func skipped() throws {
        let file = try PeopleFile("Skipped")
        let (first, fourth) = (PeopleVersions.first("Skipped"), PeopleVersions.fourth("Skipped"))
        let stage = NSLightweightMigrationStage([first.versionChecksum, "gone", fourth.versionChecksum])
        #expect(try file.open(fourth, [stage], reading: ["age"]) == ["7", "7"])
    }

    @Test("MIG-129 a container has the model of its moment and the one store; afterwards nothing of it works")
    func moments() throws {
        let (file, calls) = (try PeopleFile(), ThreadErrors())
        let stage = PeopleVersions.splitting()
        var kept: [NSPersistentContainer] = []
        let thread = Thread.current
        let note = { (manager: NSStagedMigrationManager, _: NSCustomMigrationStage) in
            let container = try #require(manager.container)
            #expect(Thread.current == thread)
            #expect(container.persistentStoreCoordinator.persistentStores.map(\.url) == [file.url])
            container.loadPersistentStores { _, _ in calls.add("loaded again") }
            let context = container.viewContext
            calls.add("\(context.performAndWait { (try? context.all("Person").count) ?? -1 })")
            kept.append(container)
        }
        (stage.willMigrateHandler, stage.didMigrateHandler) = (note, note)
        let manager = NSStagedMigrationManager([NSLightweightMigrationStage([Self.checksums[0]]), stage])
        try file.open(PeopleVersions.third(), PeopleFile.options(manager))
        #expect(calls.list == ["2", "2"] && manager.container == nil)
        #expect(kept.map(\.managedObjectModel.versionChecksum) == [Self.checksums[1], Self.checksums[2]])
        #expect(kept.allSatisfy { $0.persistentStoreCoordinator.persistentStores.isEmpty })
    }

    @Test("MIG-133 a manager serves one store after the other")
    func several() throws {
        let calls = ThreadErrors()
        let options = PeopleFile.options(NSStagedMigrationManager(Self.stages(calls)))
        for _ in 0..<2 {
            let names = try PeopleFile().open(PeopleVersions.fourth(), options, reading: ["given"])
            #expect(names == ["Ada", "Alan"])
        }
        #expect(calls.list.count == 4)
    }

    @Test(
        "MIG-140 the lock is held over all stages: an inferred migration in between waits, and gives up in time"
    )
    func locked() throws {
        let file = try PeopleFile()
        let stage = PeopleVersions.splitting()
        let errors = ThreadErrors()
        stage.didMigrateHandler = { _, _ in
            let done = DispatchSemaphore(value: 0)
            let url = file.url
            Thread.detachNewThread {
                var options = LibraryVersions.migrating
                options[NSPersistentStoreTimeoutOption] = 0.05
                do { _ = try Stack(at: url, PeopleVersions.first(), options: options) } catch {
                    errors.add("\((error as NSError).code)")
                }
                done.signal()
            }
            done.wait()
        }
        let stages = [NSLightweightMigrationStage([Self.checksums[0]]), stage]
        let names = try file.open(PeopleVersions.third(), stages, reading: ["family"])
        #expect(names == ["Lovelace", "Turing"] && errors.list == ["\(NSPersistentStoreTimeoutError)"])
    }

    @Test("MIG-6 MIG-120 a missing file becomes a store of the model, and no handler runs")
    func missingFile() throws {
        let (folder, calls) = (try TemporaryFolder(), ThreadErrors())
        let options = PeopleFile.options(NSStagedMigrationManager(Self.stages(calls)))
        let stack = try Stack(at: folder.file("New.sqlite"), PeopleVersions.fourth(), options: options)
        try stack.coordinator.remove(stack.store)
        #expect(calls.list.isEmpty)
    }
}

extension Data {
    /// Makes data of hexadecimal digits.
    fileprivate init(hex: String) {
        self.init()
        var digits = Substring(hex)
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            append(byte)
            digits = digits.dropFirst(2)
        }
    }
}
