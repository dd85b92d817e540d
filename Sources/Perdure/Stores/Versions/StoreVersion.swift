// SPDX-License-Identifier: Apache-2.0
// The version of a model in a store's metadata, and the comparison of both before a store is opened. StoreMigrations.swift
// says what becomes of a store of another version.

import Foundation
import PerdureFoundationGaps
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

/// The version of a model, or of one of its configurations.
package struct StoreVersion {
    private let model: NSManagedObjectModel
    private let configuration: String?
    /// The hashes of the entities in the store.
    let hashes: [String: Data]

    package init(_ model: NSManagedObjectModel, configuration: String?) {
        self.model = model
        self.configuration = configuration
        let names = Set((model.entities(forConfigurationName: configuration) ?? []).compactMap(\.name))
        hashes = model.entityVersionHashesByName.filter { names.contains($0.key) }
    }

    /// The version's part of a new store's metadata.
    package var metadata: [String: PropertyListValue] {
        let identifiers = model.versionIdentifiers.map { $0.base as? String ?? "\($0.base)" }.sorted()
        return [
            "NSStoreModelVersionHashesVersion": .integer(3),
            NSStoreModelVersionIdentifiersKey: .array(identifiers.map { .string($0) }),
        ].merging(Self.entries(hashes)) { $1 }
    }

    /// The metadata entries for some entity hashes.
    static func entries(_ hashes: [String: Data]) -> [String: PropertyListValue] {
        [
            NSStoreModelVersionHashesKey: .dictionary(hashes.mapValues { .data($0) }),
            "NSStoreModelVersionHashesDigest": .string(VersionHash.digest(of: hashes)),
            NSPersistentStoreModelVersionChecksumKey: .string(VersionHash.checksum(of: hashes)),
        ]
    }

    /// Checks that a store was made with this version.
    ///
    /// - Parameters:
    ///   - metadata: the store's metadata.
    ///   - url: the store's file.
    /// - Throws: 134100 with the metadata and both lists of hashes.
    func requireCompatible(_ metadata: [String: PropertyListValue], url: URL) throws {
        if compatibleEntities(metadata) == nil { throw incompatible(metadata, url) }
    }

    /// What becomes of a store.
    ///
    /// - Parameters:
    ///   - metadata: the store's metadata.
    ///   - specification: the store's options; its configuration is this version's.
    ///   - coordinator: whose model this is the version of.
    ///   - archive: reads the model archive in the store.
    /// - Returns: `open` when the store has this version, as far as the hashes and the archive show.
    /// - Throws: 134100 with the metadata and both lists of hashes for a store that is not to be migrated; the errors of
    ///   `StoreMigrations`.
    package func decision(
        _ metadata: [String: PropertyListValue], of specification: StoreSpecification,
        for coordinator: NSPersistentStoreCoordinator, archive: () throws -> Data?
    ) throws -> MigrationDecision {
        let compatible = compatibleEntities(metadata)
        let isFormer = compatible.map { hasFormerHashes(metadata, among: $0) } ?? false
        let record = ComputedRecord(metadata)
        if let compatible, !isFormer, record.agrees(with: model, in: compatible) { return .open }
        let data = try archive()
        let found = data.flatMap { DerivedMigration(model, metadata: metadata, archive: $0) }
        let derived = found.flatMap { found in entitySets.lazy.compactMap(found.way).first }
        // When the hashes do not show every difference, the model archive in the store may.
        if derived == nil, let compatible, found?.provesDifference(in: compatible) != true { return .open }
        let mayMigrate = specification.migrates && specification.isWritable
        // The former hashes did not cover expressions. Such a store detects by itself which expressions have changed.
        if isFormer, derived != nil, !mayMigrate || !specification.infers { return .open }
        guard mayMigrate else {
            throw incompatible(metadata, specification.url, specification.migrates ? .readOnly : .options)
        }
        return try Self.migrations.decision(
            for: DifferingStore(
                specification: specification, coordinator: coordinator, metadata: metadata,
                modelArchive: data,
                derived: derived))
    }

    /// The hashes to write with the next save into a store that has the hashes of earlier versions; empty for any other store.
    package func renewal(of metadata: [String: PropertyListValue]) -> [String: PropertyListValue] {
        guard let names = compatibleEntities(metadata), hasFormerHashes(metadata, among: names) else {
            return [:]
        }
        return Self.entries(model.entityVersionHashesByName.filter { names.contains($0.key) })
    }

    /// The metadata to write with the next save into a store whose version is not asked for; empty where it has this one.
    package func replacement(of metadata: [String: PropertyListValue]) -> [String: PropertyListValue] {
        compatibleEntities(metadata) == nil ? self.metadata : renewal(of: metadata)
    }

    /// The sets of entities that a store may list: those of its configuration, or all entities of the model.
    private var entitySets: [Set<String>] {
        [configuration, nil].map { Set((model.entities(forConfigurationName: $0) ?? []).compactMap(\.name)) }
    }

    /// The entities of a store that was made with this version, according to the hashes; nil for another version.
    private func compatibleEntities(_ metadata: [String: PropertyListValue]) -> Set<String>? {
        let facts = MetadataConversion.dictionary(metadata)
        let found = zip([configuration, nil], entitySets).first {
            model.isConfiguration(withName: $0.0, compatibleWithStoreMetadata: facts)
        }?.1
        return found.flatMap { isOurs(metadata, $0) ? $0 : nil }
    }

    /// Whether the former hashes in a store were written by Perdure.
    ///
    /// Apple's hash of a plain attribute equals Perdure's former hash of a derived attribute that is otherwise the same.
    private func isOurs(_ metadata: [String: PropertyListValue], _ names: Set<String>) -> Bool {
        if ComputedRecord(metadata).isPresent { return true }
        return names.differing(model.entityVersionHashesByName, Self.hashes(metadata)).allSatisfy { name in
            model.entitiesByName[name]?.attributesByName.values.contains(where: \.isComputed) == false
        }
    }

    package static func hashes(_ metadata: [String: PropertyListValue]) -> [String: Data] {
        MetadataConversion.dictionary(metadata)[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    }

    private func hasFormerHashes(_ metadata: [String: PropertyListValue], among names: Set<String>) -> Bool {
        !names.differing(model.entityVersionHashesByName, Self.hashes(metadata)).isEmpty
    }
}
