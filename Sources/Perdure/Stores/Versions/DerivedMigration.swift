// SPDX-License-Identifier: Apache-2.0
// Finds out whether a store differs from its model in derived attributes alone, so that it can be migrated within its file. The
// old model is the archive inside the store. PerdureSQLite/Migrating performs the migration.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

/// The migration of a store to a model with other derived attributes.
struct DerivedMigration {
    private let model: NSManagedObjectModel
    /// The model from the archive in the store.
    private let oldModel: NSManagedObjectModel
    private let old: ModelDocument
    private let new: ModelDocument
    private let metadata: [String: PropertyListValue]
    /// The hashes of the store's entities, as stored.
    private let stored: [String: Data]
    /// The hashes of the same entities, as Perdure computes them for both models.
    private let (oldHashes, newHashes): ([String: Data], [String: Data])
    /// The hashes that earlier versions of Perdure wrote for the old model.
    private let formerHashes: [String: Data]

    /// Reads both models; nil when the archive's hashes do not match the store's.
    init?(_ model: NSManagedObjectModel, metadata: [String: PropertyListValue], archive: Data) {
        guard let old = try? CompiledModelReader.read(data: archive),
            let oldModel = try? NSManagedObjectModel(document: old)
        else { return nil }
        self.model = model
        self.oldModel = oldModel
        self.old = old
        new = model.document
        self.metadata = metadata
        stored =
            MetadataConversion.dictionary(metadata)[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        oldHashes = VersionHash.entityHashes(of: old)
        formerHashes = VersionHash.formerEntityHashes(of: old)
        newHashes = model.entityVersionHashesByName
        guard keepsOwnModel else { return nil }
    }

    private var keepsOwnModel: Bool {
        stored.allSatisfy { name, hash in
            oldHashes[name] == hash || formerHashes[name] == hash
        }
    }

    /// Whether the models differ in more than derived attributes; the archive is known to match the store.
    ///
    /// - Parameter names: the entities that the store holds.
    /// - Returns: whether the store certainly has another version.
    func provesDifference(in names: Set<String>) -> Bool { !onlyDerivedDiffer(names) }

    /// The migration, for a store that holds some entities of the model.
    ///
    /// - Parameter names: the entities that the store is to hold.
    /// - Returns: nil when the models differ in nothing that this migration handles, or differ in something else too.
    func way(for names: Set<String>) -> StoreMigration? {
        guard names == Set(stored.keys), hasDifference(names), onlyDerivedDiffer(names),
            let schema = try? SchemaCompiler(oldModel).schema()
        else { return nil }
        return StoreMigration(
            from: metadata[NSStoreModelVersionHashesKey], schema, metadata: newMetadata(names))
    }

    private func hasDifference(_ names: Set<String>) -> Bool {
        if names.contains(where: { oldHashes[$0] != newHashes[$0] }) { return true }
        // The names of derived attributes are not part of a hash.
        return names.contains { old.derivedNames($0) != new.derivedNames($0) }
    }

    private func onlyDerivedDiffer(_ names: Set<String>) -> Bool {
        var (old, new) = (old, new)
        for name in names {
            let (before, now) = (self.old.derivedNames(name), self.new.derivedNames(name))
            guard before.subtracting(now).allSatisfy(isPlainAlike(in: name)),
                now.subtracting(before).allSatisfy(wasPlainAlike(in: name))
            else { return false }
            old.remove(before.union(now), from: name)
            new.remove(before.union(now), from: name)
        }
        let (before, now) = (VersionHash.entityHashes(of: old), VersionHash.entityHashes(of: new))
        return names.allSatisfy { before[$0] != nil && before[$0] == now[$0] }
    }

    /// Whether an attribute that is no longer derived was removed, or keeps its type of values.
    private func isPlainAlike(in entity: String) -> (String) -> Bool {
        { name in
            guard let now = new.attribute(name, of: entity) else { return true }
            return old.attribute(name, of: entity).map(VersionHash.plainHash)
                == VersionHash.plainHash(of: now)
        }
    }

    /// Whether an attribute that has become derived is new, or had the same type of values before.
    ///
    /// A type change would recreate the column, and the values that users stored in it would be lost.
    private func wasPlainAlike(in entity: String) -> (String) -> Bool {
        { name in
            guard let before = old.attribute(name, of: entity), !before.traits.isTransient else {
                return true
            }
            return VersionHash.plainHash(of: before)
                == new.attribute(name, of: entity).map(VersionHash.plainHash)
        }
    }

    /// The metadata after the migration; if the store of a configuration lists all entities, it keeps that list.
    private func newMetadata(_ names: Set<String>) -> [String: PropertyListValue] {
        let hashes = newHashes.filter { names.contains($0.key) }
        return StoreVersion(model, configuration: nil).metadata.merging(StoreVersion.entries(hashes)) { $1 }
    }
}

extension ModelDocument {
    fileprivate func derivedNames(_ entity: String) -> Set<String> {
        Set((self.entity(named: entity)?.attributes ?? []).filter { $0.derivation != nil }.map(\.traits.name))
    }

    fileprivate func attribute(_ name: String, of entity: String) -> AttributeDocument? {
        self.entity(named: entity)?.attributes.first { $0.traits.name == name }
    }

    fileprivate mutating func remove(_ names: Set<String>, from entity: String) {
        guard let index = entities.firstIndex(where: { $0.name == entity }) else { return }
        entities[index].attributes.removeAll { names.contains($0.traits.name) }
    }
}
