// SPDX-License-Identifier: Apache-2.0
// Options of ours: refusing losses, and a copy before the migration.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: options") struct MigrationOptionTests {
    private static func options(_ key: String, _ value: Any) -> [AnyHashable: Any] {
        LibraryVersions.migrating.merging([key: value]) { $1 }
    }

    @Test("MIG-31 a migration that would lose values is refused where the description asks for that")
    func refusesLoss() throws {
        let file = try LibraryFile()
        let description = NSPersistentStoreDescription(url: file.url)
        #expect(!description.refusesLossyMigration)
        description.refusesLossyMigration = true
        let error = try file.refusal(LibraryVersions.withoutPages(), description.options)
        try DecisionTests.expectMissingMapping(error)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == 134190 && cause.userInfo["property"] as? String == "pages")
        // Nothing goes here.
        try file.open(LibraryVersions.second(), description.options)
        description.refusesLossyMigration = false
        try file.open(LibraryVersions.withoutPages(), description.options)
    }

    @Test("MIG-31 an old program that refuses losses leaves a newer store alone")
    func newerStore() throws {
        let file = try LibraryFile()
        try file.open(LibraryVersions.second())
        let options = Self.options(NSPersistentStoreDescription.refusesLossyMigrationKey, true)
        #expect(try file.refusal(LibraryVersions.first(), options).code == 134140)
    }

    @Test("MIG-36 a copy is made before the migration, and brings the older version back")
    func backup() throws {
        let file = try LibraryFile()
        let before = try LibraryFile.rows(of: file.url)
        let copy = file.folder.file("Former.sqlite")
        let description = NSPersistentStoreDescription(url: file.url)
        #expect(description.backupBeforeMigration == nil)
        description.backupBeforeMigration = copy
        #expect(description.backupBeforeMigration?.path == copy.path)
        try file.open(LibraryVersions.first(), description.options)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
        try file.open(LibraryVersions.second(), description.options)
        #expect(try LibraryFile.rows(of: copy) == before)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryVersions.first())
        try coordinator.replacePersistentStore(
            at: file.url, withPersistentStoreFrom: copy, type: .sqlite)
        try file.open(LibraryVersions.first(), [:])
        #expect(try LibraryFile.rows(of: file.url) == before)
    }

    @Test("MIG-36 a folder keeps a copy of each version")
    func backupFolder() throws {
        let file = try LibraryFile()
        let copies = file.folder.file("Copies")
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
        for value in [copies as Any, copies.path] {
            let options = Self.options(NSPersistentStoreDescription.backupBeforeMigrationKey, value)
            try file.open(LibraryVersions.second(), options)
            try file.open(LibraryVersions.first(), options)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: copies.path)
            .filter { $0.hasSuffix(".sqlite") }
        #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix("Library-") })
    }

    @Test("MIG-36 where no copy can be made nothing is migrated")
    func failingBackup() throws {
        let file = try LibraryFile()
        let text = file.folder.file("notes.txt")
        try Data(String(repeating: "No store. ", count: 200).utf8).write(to: text)
        for place in [text, file.url, text.appendingPathComponent("below.sqlite")] {
            let options = Self.options(NSPersistentStoreDescription.backupBeforeMigrationKey, place)
            try file.refusal(LibraryVersions.second(), options)
        }
        #expect(try Data(contentsOf: text).count == 2_000)
    }
}
