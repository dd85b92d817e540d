// SPDX-License-Identifier: Apache-2.0
// Checks the configurations of a container and opens their stores.

import Foundation
import Perdure
import PerdureBase
import PerdureMigration

/// The opening of a container's stores.
struct ContainerOpening {
    /// The configurations, each with its schema.
    private(set) var configurations: [ModelConfiguration]
    private let schema: Schema
    private let plan: (any SchemaMigrationPlan.Type)?

    /// Checks configurations.
    ///
    /// - Throws: `SwiftDataError` for one that cannot be.
    init(
        _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?, _ configurations: [ModelConfiguration]
    ) throws {
        self.schema = schema
        self.plan = plan
        self.configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
        for index in self.configurations.indices where self.configurations[index].schema == nil {
            self.configurations[index].schema = schema
        }
        for configuration in self.configurations { try check(configuration) }
        if self.configurations.contains(where: \.namesCloudDatabase) { CloudNotice.tell() }
        try checkDuplicates()
    }

    private func check(_ configuration: ModelConfiguration) throws {
        try configuration.validate()
        let entities = configuration.schema?.entities ?? []
        let missing = entities.map(\.name).filter { schema.entitiesByName[$0] == nil }
        guard missing.isEmpty else {
            throw SwiftDataError(
                .configurationSchemaNotFoundInContainerSchema,
                "The configuration \"\(configuration.name)\" has the entities \(missing.sorted()), which the "
                    + "container's schema lacks: give the container their classes too.")
        }
        for entity in entities { try entity.checkConstraints() }
    }

    private func checkDuplicates() throws {
        var names: Set<String> = []
        var places: Set<String> = []
        for configuration in configurations {
            let isKnown =
                !names.insert(configuration.name).inserted
                || !configuration.isStoredInMemoryOnly
                    && !places.insert(configuration.url.standardized.absoluteString).inserted
            guard isKnown else { continue }
            throw SwiftDataError(
                .duplicateConfiguration,
                "Two configurations have the name \"\(configuration.name)\" or the place "
                    + "\(configuration.shownURL): give each its own.")
        }
    }

    /// Opens all stores.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` with the store's error.
    func open() throws -> NSPersistentStoreCoordinator {
        let model = SharedModels.model(of: schema, configurations: parts)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try open(in: coordinator)
        return coordinator
    }

    /// The names of the configurations, each with its entities.
    var parts: [(name: String, entities: [String])] {
        configurations.map { ($0.name, $0.schema?.entities.map(\.name) ?? []) }
    }

    /// Opens all stores in a coordinator.
    func open(in coordinator: NSPersistentStoreCoordinator) throws {
        for configuration in configurations {
            do {
                try ExceptionTrap.catching { try open(configuration, in: coordinator) }
            } catch let error as SwiftDataError {
                throw error
            } catch {
                throw problem(configuration, error)
            }
        }
    }

    /// What SwiftData says of a store that could not be opened.
    private func problem(_ configuration: ModelConfiguration, _ error: any Error) -> SwiftDataError {
        let place = "The store \(configuration.shownURL) of the configuration \"\(configuration.name)\""
        if Self.isOfVersions(error), let stages = stages(of: configuration),
            let found = Self.versions(of: configuration),
            stages.isBehind(found)
        {
            return SwiftDataError(
                .backwardMigration, "\(place) has the version \(found), which is above the plan's last one.",
                underlying: error)
        }
        let difference = difference(configuration).map { " \($0)" } ?? ""
        return SwiftDataError(
            .loadIssueModelContainer, "\(place) could not be opened.\(difference)", underlying: error)
    }

    /// In what a file differs from the versions of the plan, or from the schema; nil where it has one of them.
    private func difference(_ configuration: ModelConfiguration) -> String? {
        guard !configuration.isOnServer, !configuration.isStoredInMemoryOnly,
            let difference = StoreDifference(configuration.url)
        else { return nil }
        let own = StoreDifference.Version(
            name: "the schema \(schema.version)",
            model: SharedModels.model(of: configuration.schema ?? schema))
        return difference.explanation(stages(of: configuration)?.versions ?? [own])
    }

    /// Whether an error is one of versions: a store that cannot be reached is not asked for its own once more.
    private static func isOfVersions(_ error: any Error) -> Bool {
        let codes = [
            NSPersistentStoreIncompatibleVersionHashError, NSMigrationError,
            NSMigrationMissingSourceModelError,
            NSMigrationMissingMappingModelError, NSManagedObjectModelReferenceNotFoundError,
            NSStagedMigrationBackwardMigrationError, NSInferredMappingModelError,
        ]
        return codes.contains((error as NSError).code)
    }

    private static func versions(of configuration: ModelConfiguration) -> [String]? {
        (configuration.metadata?[NSStoreModelVersionIdentifiersKey] as? [Any])?.map { "\($0)" }
    }

    private func stages(of configuration: ModelConfiguration) -> PlanStages? {
        plan.map { PlanStages($0, configuration, among: configurations) }
    }

    private func open(_ configuration: ModelConfiguration, in coordinator: NSPersistentStoreCoordinator)
        throws
    {
        if !configuration.isStoredInMemoryOnly, configuration.allowsSave, !configuration.isOnServer {
            try FileManager.default.createDirectory(
                at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        var options: [AnyHashable: Any] = [
            NSPersistentHistoryTrackingKey: configuration.keepsHistory,
            NSMigratePersistentStoresAutomaticallyOption: configuration.allowsSave,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        if configuration.allowsSave, !configuration.isStoredInMemoryOnly,
            let manager = try stages(of: configuration)?.manager()
        {
            options[NSPersistentStoreStagedMigrationManagerOptionKey] = manager
        }
        if !configuration.allowsSave { options[NSReadOnlyPersistentStoreOption] = true }
        _ = try coordinator.addPersistentStore(
            type: configuration.storeType, configuration: configuration.name, at: configuration.url,
            options: options)
    }
}

extension ModelConfiguration {
    /// The type of the store: a file, or a server.
    var storeType: NSPersistentStore.StoreType {
        isOnServer ? NSPersistentStore.StoreType(rawValue: "PostgreSQL") : .sqlite
    }

    /// What the store says of itself; nil where there is none.
    var metadata: [String: Any]? {
        try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: storeType, at: url)
    }

    /// The entities that the store has.
    var storedEntities: Set<String> {
        Set((metadata?[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys)
    }

    /// Whether the place is a database of a PostgreSQL server.
    var isOnServer: Bool { Self.isServer(url) }

    static func isServer(_ url: URL) -> Bool {
        ["postgresql", "postgres"].contains(url.scheme?.lowercased())
    }
}
