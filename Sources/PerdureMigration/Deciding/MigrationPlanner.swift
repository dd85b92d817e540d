// SPDX-License-Identifier: Apache-2.0
// Decides what becomes of a store of another version: stages, a mapping model, an inferred migration, or an error, in this
// order. StoreMigrations.swift (Perdure) is the interface, InferredWay.swift the migration by the engine.

import Foundation
import Perdure
import PerdureMapping
import PerdureModel
import PerdurePropertyList
import PerdureStore

/// What Perdure asks for when the first store of another version is added.
@_cdecl("perdure_store_migrations")
package func perdureStoreMigrations() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(StoreMigrationsBox(MigrationPlanner(ways: [StagedWay(), MappingWay()]))).toOpaque()
}

/// Decides what becomes of stores.
struct MigrationPlanner: StoreMigrations {
    /// The ways that come before inferring, in their order.
    var ways: [any MigrationWay] = []
    var log = MigrationLog.standard

    func decision(for store: DifferingStore) throws -> MigrationDecision {
        let url = store.specification.url
        log.write { "\(url.path) has another version than the model: \(Self.differences(store))" }
        let source = SourceModels(store.facts).first(in: store.modelArchive)
        log.write { "its model: \(source?.origin.text ?? "none was found")" }
        for way in ways where !store.specification.infersOnly {
            guard let work = try way.work(for: store, from: source) else { continue }
            log.write { "\(way) comes first" }
            return .first(logged(work, store))
        }
        guard let source else { throw DecisionErrors.missingSource(store) }
        return .inPlace(
            InferredWay(try migration(of: store, from: source), of: store, from: source, log: log))
    }

    func knowsModel(of facts: [String: Any]) -> Bool { SourceModels(facts).isKnown }

    var managerClass: AnyClass { NSMigrationManager.self }

    /// The inferred migration; versions that differ in derived attributes alone have one of their own.
    private func migration(of store: DifferingStore, from source: SourceModel) throws -> StoreMigration {
        guard store.specification.infers else {
            throw DecisionErrors.missingMapping(store, from: source, nil)
        }
        let refusesLoss = store.specification.refusesLoss
        if let derived = store.derived, !refusesLoss { return derived }
        let steps: InferredMigration
        do {
            steps = try InferredMigration(
                from: source.schema, to: store.coordinator.managedObjectModel.schema,
                refusingLoss: refusesLoss, concerning: Self.names(of: store),
                holding: Set(store.hashes.keys))
        } catch {
            log.write { "nothing can be inferred: " + error.refusals.map(\.text).joined(separator: " ") }
            throw DecisionErrors.missingMapping(store, from: source, error)
        }
        log.write { MigrationPairs(steps).text }
        if let derived = store.derived { return derived }
        var migration = StoreMigration(
            from: store.metadata[NSStoreModelVersionHashesKey], source.schema,
            metadata: newMetadata(of: store, from: source))
        migration.steps = steps
        return migration
    }

    /// The entities of a configuration's store in both versions, and those above them; nil for a store of all entities.
    private static func names(of store: DifferingStore) -> Set<String>? {
        guard let configuration = store.specification.configuration else { return nil }
        let entities =
            store.coordinator.managedObjectModel.entities(forConfigurationName: configuration) ?? []
        let families = entities.flatMap { sequence(first: $0, next: \.superentity) }
        return Set(families.compactMap(\.name)).union(store.hashes.keys)
    }

    /// The metadata of the new version; the store of a configuration that lists all entities goes on doing so.
    private func newMetadata(of store: DifferingStore, from source: SourceModel) -> [String:
        PropertyListValue]
    {
        let configuration = store.specification.configuration
        // Where the old version has no such configuration, the store may have been made without one.
        let former =
            source.model.entities(forConfigurationName: configuration)
            ?? store.coordinator.managedObjectModel.entities(forConfigurationName: configuration) ?? []
        let listsAll = !Set(former.compactMap(\.name)).isSuperset(of: store.hashes.keys)
        return StoreVersion(
            store.coordinator.managedObjectModel, configuration: listsAll ? nil : configuration
        ).metadata
    }

    /// Work with a copy of the store before it, and its time in the log.
    private func logged(_ work: @escaping () throws -> Void, _ store: DifferingStore) -> () throws -> Void {
        {
            if let copy = try MigrationBackup(store)?.make(log) {
                store.coordinator.migrationReports.send(.backedUp(copy), of: store.specification.url)
            }
            try log.timing("the work") { try work() }
        }
    }

    private static func differences(_ store: DifferingStore) -> String {
        let wanted = store.coordinator.managedObjectModel.entityVersionHashesByName
        let names = Set(store.hashes.keys).union(wanted.keys)
        return names.differing(store.hashes, wanted).sorted().joined(separator: ", ")
    }
}

extension SourceModel.Origin {
    /// For the log.
    fileprivate var text: String {
        switch self {
        case .store: "the store's own"
        case .program: "one in use"
        case .registered: "a registered one"
        case .file(let url): url.path
        case .joined: "several, joined"
        }
    }
}
