// SPDX-License-Identifier: Apache-2.0
// The version hashes that Apple's framework wrote into stores, against those of the model sources that lie
// beside them and of the model caches inside them.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Version hashes of real stores", .enabled(if: Fixtures.isAvailable, "the fixtures are not there"))
struct StoreHashTests {
    static let pairs = ((try? Fixtures.table("pairs.tsv")) ?? []).filter { $0["what"] == "store" }
    static let stores = Fixtures.files(in: "stores", where: Fixtures.isStore)

    /// Compares hashes with all that a store's metadata say about them.
    static func compare(_ hashes: [String: Data], with metadata: [String: PropertyListValue]) {
        #expect(metadata["NSStoreModelVersionHashes"] == .dictionary(hashes.mapValues { .data($0) }))
        if let digest = metadata["NSStoreModelVersionHashesDigest"] {
            #expect(digest == .string(VersionHash.digest(of: hashes)))
        }
        if let checksum = metadata["NSStoreModelVersionChecksumKey"] {
            #expect(checksum == .string(VersionHash.checksum(of: hashes)))
        }
    }

    @Test(
        "MOD-3 MOD-18 MOD-23 MOD-24 a source has the hashes of the store made with it",
        arguments: pairs.indices)
    func sources(index: Int) throws {
        let pair = Self.pairs[index]
        let folder = try TemporaryFolder()
        let store = try folder.copyStore(Fixtures.url(try #require(pair["reference"])))
        let model = try ModelFile.read(at: Fixtures.url(try #require(pair["source"])))
        let metadata = try SQLiteStoreFile.readMetadata(at: store.path)
        Self.compare(VersionHash.entityHashes(of: model), with: metadata)
    }

    @Test(
        "MOD-19 MOD-201 a store's model cache is read, has the store's hashes and survives", arguments: stores
    )
    func modelCaches(path: String) throws {
        let folder = try TemporaryFolder()
        let store = try folder.copyStore(Fixtures.url(path))
        guard let archive = try SQLiteStoreFile.readModelArchive(at: store.path) else { return }
        let model = try CompiledModelReader.read(data: archive, path: path)
        #expect(model.problems() == [])
        #expect(try CompiledModelReader.read(data: CompiledModelWriter.writeModelCache(model)) == model)
        #expect(
            try XMLModelReader.read(data: XMLModelWriter.write(model)).entities.count == model.entities.count)
        Self.compare(
            VersionHash.entityHashes(of: model), with: try SQLiteStoreFile.readMetadata(at: store.path))
    }

    @Test("MOD-18 MOD-23 MOD-24 hashes, digests and checksums of all stores and compiled models: n of n")
    func all() throws {
        var (equal, all) = (0, 0)
        func count(_ one: String?, _ other: String?) {
            guard let one else { return }
            all += 1
            if one == other { equal += 1 }
        }
        for path in Self.stores {
            let folder = try TemporaryFolder()
            let store = try folder.copyStore(Fixtures.url(path))
            guard let archive = try SQLiteStoreFile.readModelArchive(at: store.path) else { continue }
            let hashes = VersionHash.entityHashes(of: try CompiledModelReader.read(data: archive, path: path))
            let metadata = try SQLiteStoreFile.readMetadata(at: store.path)
            for (name, hash) in metadata["NSStoreModelVersionHashes"]?.dictionaryValue ?? [:] {
                count("\(hash)", hashes[name].map { "\(PropertyListValue.data($0))" })
            }
            count(metadata["NSStoreModelVersionHashesDigest"]?.stringValue, VersionHash.digest(of: hashes))
            count(metadata["NSStoreModelVersionChecksumKey"]?.stringValue, VersionHash.checksum(of: hashes))
        }
        #expect(equal == all && all > 300, "\(equal) of \(all)")
        print("Version hashes, digests and checksums equal to Apple's in stores: \(equal) of \(all)")
    }
}
