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
    static let stores = Fixtures.files(in: "stores") { $0.hasSuffix(".sqlite") }

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
        var hashes = VersionHash.entityHashes(of: model)
        var metadata = try SQLiteStoreFile.readMetadata(at: store.path)
        // Apple's hash of an entity with derived attributes cannot be computed.
        let derived = Set(
            model.entities.filter { $0.attributes.contains { $0.derivation != nil } }.map(\.name))
        let unknown = model.entities.filter {
            derived.contains($0.name) || derived.contains($0.superentityName ?? "")
        }
        guard !unknown.isEmpty else { return Self.compare(hashes, with: metadata) }
        var expected = metadata["NSStoreModelVersionHashes"]?.dictionaryValue ?? [:]
        for entity in unknown { (hashes[entity.name], expected[entity.name]) = (nil, nil) }
        metadata = ["NSStoreModelVersionHashes": .dictionary(expected)]
        Self.compare(hashes, with: metadata)
    }
}
