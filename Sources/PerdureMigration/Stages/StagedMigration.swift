// SPDX-License-Identifier: Apache-2.0
// Leads one store through the stages between its version and that of its coordinator. StageOrder.swift has the order; each step is
// an opening of its own. StagedWay.swift is where the decision asks for it.

import Foundation
import Perdure
import PerdureModel
import PerdureModelFormat

/// The migration of one store in stages.
struct StagedMigration {
    /// A step with the model after it.
    private struct Stop {
        let model: NSManagedObjectModel
        let label: String?
        /// The stage whose code belongs to the step.
        let custom: NSCustomMigrationStage?
    }

    private let manager: NSStagedMigrationManager
    private let store: DifferingStore
    private let stops: [Stop]

    /// Whether the store has the last version already.
    var isDone: Bool { stops.isEmpty }

    /// Finds the way and all models on it; nothing is written.
    ///
    /// - Throws: 134110 for an order with a version that occurs twice, 134504 for versions and models that are not there, 134506
    ///   for a store that is newer than the model.
    init(_ manager: NSStagedMigrationManager, _ store: DifferingStore, from source: SourceModel?) throws {
        self.manager = manager
        self.store = store
        let model = store.coordinator.managedObjectModel
        let models = StageModels(model, source: source?.model, manager.stages)
        let way: [StageOrder.Step]
        do throws(StageOrder.Problem) {
            let order = try StageOrder(manager.stages.map(\.versions))
            way = try order.way(
                from: Self.version(of: store, in: order, models), to: model.versionChecksum
            ).skipping(unless: models.isKnown, where: models.isInferable)
        } catch {
            throw StageErrors.order(error, store.specification.url)
        }
        stops = try way.map { step in
            guard step.isCustom, let custom = manager.stages[step.stage] as? NSCustomMigrationStage else {
                // Versions without a model are not in the way any more.
                let label = manager.stages[step.stage].label
                return Stop(model: models.model(of: step.to) ?? model, label: label, custom: nil)
            }
            _ = try custom.currentModel.resolve()
            return Stop(model: try custom.nextModel.resolve(), label: custom.label, custom: custom)
        }
    }

    /// The checksum of the store's version.
    ///
    /// A store of a configuration, or one with hashes of earlier versions of Perdure, has a checksum that no model has; its
    /// version is the first whose model fits.
    private static func version(of store: DifferingStore, in order: StageOrder, _ models: StageModels)
        -> String
    {
        let facts = store.facts
        let checksum =
            facts[NSPersistentStoreModelVersionChecksumKey] as? String
            ?? VersionHash.checksum(of: store.hashes)
        if order.checksums.contains(checksum) { return checksum }
        let fitting = order.checksums.first {
            models.model(of: $0)?.isConfiguration(
                withName: store.specification.configuration, compatibleWithStoreMetadata: facts) ?? false
        }
        return fitting ?? checksum
    }

    /// Leads the store from version to version.
    ///
    /// The migration lock is held all the time, so that nobody migrates the store between two steps.
    ///
    /// - Throws: 134110 for a handler that throws, 134120 for a progress that was cancelled, the errors of opening.
    func run() throws {
        let (url, reports) = (store.specification.url, store.coordinator.migrationReports)
        let progress = Progress(totalUnitCount: Int64(stops.count))
        try manager.exclusively {
            try withExtendedLifetime(try lock()) {
                guard try facts()[NSStoreModelVersionHashesKey] as? [String: Data] == store.hashes else {
                    return
                }
                try reports.telling(.stages, of: url) { try reachAll(progress) }
            }
        }
    }

    private func reachAll(_ progress: Progress) throws {
        for stop in stops {
            if progress.isCancelled { throw MigrationErrors.cancelled() }
            store.coordinator.migrationReports.send(
                .stage(versionChecksum: stop.model.versionChecksum, label: stop.label),
                of: store.specification.url)
            progress.becomeCurrent(withPendingUnitCount: 1)
            defer { progress.resignCurrent() }
            try reach(stop)
            // When others have migrated the store meanwhile, it is looked at again; no step leads back.
            guard try hasVersion(of: stop.model) else { return }
        }
    }

    /// A store that only this process sees has no lock; one on a server has it there.
    private func lock() throws -> AnyObject? {
        let specification = store.specification
        guard !specification.isPrivate else { return nil }
        let place = StorePlace(specification.openingURL, specification.type, specification.options)
        return try MigrationLock.any(of: place, timeout: specification.lockTimeout)
    }

    private func reach(_ stop: Stop) throws {
        guard let custom = stop.custom else { return try visit(stop.model) {} }
        if let handler = custom.willMigrateHandler {
            let current = try custom.currentModel.resolve()
            try visit(current) {
                try calling("willMigrateHandler", of: custom) { try handler(manager, custom) }
            }
            guard try hasVersion(of: current) else { return }
        }
        try visit(stop.model) {
            try calling("didMigrateHandler", of: custom) { try custom.didMigrateHandler?(manager, custom) }
        }
    }

    private func calling(_ name: String, of stage: NSCustomMigrationStage, _ body: () throws -> Void) throws {
        do { try body() } catch {
            throw StageErrors.handler(name, of: stage.label, error, store.specification.url)
        }
    }

    /// Opens the store under a model, which migrates it if it has the version before, and closes it after a body.
    private func visit(_ model: NSManagedObjectModel, _ body: () throws -> Void) throws {
        let container = StageContainer(store.specification, model)
        try container.open()
        do {
            try manager.showing(container.container, body)
        } catch {
            // The first error is the one that tells why.
            try? container.close()
            throw error
        }
        try container.close()
    }

    /// Whether the store has a version now; the store of a configuration may list all entities.
    private func hasVersion(of model: NSManagedObjectModel) throws -> Bool {
        let facts = try facts()
        return [store.specification.configuration, nil].contains {
            model.isConfiguration(withName: $0, compatibleWithStoreMetadata: facts)
        }
    }

    private func facts() throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: store.specification.type, at: store.specification.openingURL,
            options: store.specification.options)
    }
}

extension NSMigrationStage {
    /// The stage as a value; one of a program's own class has no versions.
    fileprivate var versions: StageVersions {
        switch self {
        case let stage as NSLightweightMigrationStage: .light(stage.versionChecksums)
        case let stage as NSCustomMigrationStage:
            .custom(
                current: stage.currentModel.versionChecksum, next: stage.nextModel.versionChecksum)
        default: .light([])
        }
    }
}
