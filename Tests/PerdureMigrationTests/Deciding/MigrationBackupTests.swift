// SPDX-License-Identifier: Apache-2.0
// The copy before a migration, where others migrate the store meanwhile.

import CoreData
import Foundation
import PerdurePropertyList
import PerdureSQLite
import PerdureTestSupport
import Testing

@testable import Perdure
@testable import PerdureMigration

@Suite("Migration: the copy before it") struct MigrationBackupTests {
    /// Makes the copy of a store that had some metadata when it was looked at.
    private func copy(
        _ file: LibraryFile, to url: URL, _ metadata: [String: PropertyListValue]
    ) throws -> URL? {
        let options: [AnyHashable: Any] = [NSPersistentStoreDescription.backupBeforeMigrationKey: url]
        let store = DifferingStore(
            specification: try StoreSpecification(
                type: NSSQLiteStoreType, configuration: nil, url: file.url, options: options),
            coordinator: NSPersistentStoreCoordinator(managedObjectModel: LibraryVersions.second()),
            metadata: metadata, modelArchive: nil, derived: nil)
        return try #require(MigrationBackup(store)).make(.standard)
    }

    @Test("MIG-36 a copy is told of where one was made: not of a store that others have migrated meanwhile")
    func migratedByOthers() throws {
        let file = try LibraryFile()
        let url = file.folder.file("Copy.sqlite")
        var metadata = try SQLiteStoreFile.readMetadata(at: file.url.path)
        let hashes = metadata.removeValue(forKey: NSStoreModelVersionHashesKey)
        #expect(try copy(file, to: url, metadata) == nil)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        metadata[NSStoreModelVersionHashesKey] = hashes
        #expect(try copy(file, to: url, metadata)?.path == url.path)
        #expect(FileManager.default.fileExists(atPath: url.path))
    }
}
