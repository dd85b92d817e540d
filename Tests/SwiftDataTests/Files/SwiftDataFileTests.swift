// SPDX-License-Identifier: Apache-2.0
// Files that Apple's SwiftData wrote, opened through classes with @Model: equal hashes, no migration, the values.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Suite("Stores that Apple's SwiftData wrote", .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
struct SwiftDataFileTests {
    static let ledger: [any PersistentModel.Type] = [
        EntityAccount.self, EntityFolderAccount.self, EntityBanqueInfo.self, EntityCheckBook.self,
    ]
    static let ledgerFile = "stores/thierryH91200__PegaseUIData/PegaseUIData/Resource/SampleManager.store"
    static let userFiles = "stores/TrinsicVentures__FreezeRay"

    private func hashes(_ file: String) throws -> [String: Data] {
        let folder = try TemporaryFolder()
        let url = try folder.copyStore(Fixtures.url(file))
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: url, options: nil)
        return try #require(metadata[NSStoreModelVersionHashesKey] as? [String: Data])
    }

    @Test("SD-24 fifteen entities have the hashes of the file")
    func ledgerHashes() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Self.ledger))
        let expected = try hashes(Self.ledgerFile)
        #expect(model.entityVersionHashesByName.count == 15)
        for (name, hash) in expected.sorted(by: { $0.key < $1.key }) {
            #expect(model.entityVersionHashesByName[name] == hash, "\(name)")
        }
    }

    @Test("SD-24 two versions of one entity have the hashes of their files")
    func versionHashes() throws {
        for (schema, number) in [
            (Schema(versionedSchema: UserV1.self), "1"), (Schema(versionedSchema: UserV2.self), "2"),
        ] {
            let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: schema))
            let expected = try hashes("\(Self.userFiles)/\(number).0.0/App-\(number)_0_0.sqlite")
            #expect(model.entityVersionHashesByName == expected)
            #expect(model.versionIdentifiers == ["\(number).0.0"])
        }
    }

    @Test("SD-26 a file opens without a migration, and its models have its values")
    func ledgerOpens() throws {
        let folder = try TemporaryFolder()
        let url = try folder.copyStore(Fixtures.url(Self.ledgerFile))
        let before = try hashes(Self.ledgerFile)
        let container = try ModelContainer(
            for: Schema(Self.ledger), configurations: ModelConfiguration(url: url, allowsSave: false))
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<EntityTransaction>()) == 287)
        let accounts = try context.fetch(FetchDescriptor<EntityAccount>(sortBy: [SortDescriptor(\.name)]))
        #expect(accounts.count == 4)
        #expect(accounts.reduce(0) { $0 + ($1.transactions?.count ?? 0) } == 287)
        for account in accounts { #expect(account.identity?.account === account) }
        let folders = try context.fetch(FetchDescriptor<EntityFolderAccount>())
        #expect(folders.flatMap(\.children).count == 4)
        #expect(try hashes(Self.ledgerFile) == before)
    }
}
