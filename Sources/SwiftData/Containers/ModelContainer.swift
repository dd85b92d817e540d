// SPDX-License-Identifier: Apache-2.0
// A container: the stores of a schema, and the contexts over them. ContainerOpening.swift opens the stores.

import Foundation
import Perdure
import PerdureBase

/// The stores of a schema.
///
/// ```swift
/// let container = try ModelContainer(for: Author.self)
/// let context = ModelContext(container)
/// ```
public class ModelContainer: Equatable, @unchecked Sendable {
    // Sendable because nothing changes after init but what a lock or the main actor guards.

    /// The schema.
    public final let schema: Schema
    /// The plan for stores of former versions.
    public final let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// The stores, with their schemas filled in.
    public let configurations: Set<ModelConfiguration>
    /// The stores of the program's own.
    final let participants: [any ContainerParticipant]
    let coordinator: NSPersistentStoreCoordinator
    /// The container's contexts, which hear of each other's saves.
    let audience = SaveAudience()
    private let main = Lock<MainContext?>(nil)

    /// The main actor's context.
    private struct MainContext: @unchecked Sendable {
        // Sendable because only the main actor uses the context.
        let context: ModelContext
    }

    /// Opens the stores of classes.
    public convenience init(
        for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(
            for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of a schema.
    public convenience init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of a schema.
    ///
    /// - Parameters:
    ///   - givenSchema: The schema.
    ///   - migrationPlan: The plan for stores of former versions.
    ///   - configurations: The stores; one in the default place, if there are none.
    /// - Throws: `SwiftDataError`, whose description has the cause.
    public init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        let opening = try ContainerOpening(givenSchema, migrationPlan, configurations)
        schema = givenSchema
        self.migrationPlan = migrationPlan
        self.configurations = Set(opening.configurations)
        participants = []
        coordinator = try opening.open()
        HomeEntities.register(coordinator.managedObjectModel, of: schema)
    }

    /// A container over stores of the program's own, which are open.
    init(
        _ schema: Schema, _ coordinator: NSPersistentStoreCoordinator,
        _ participants: [any ContainerParticipant]
    ) {
        self.schema = schema
        migrationPlan = nil
        configurations = []
        self.participants = participants
        self.coordinator = coordinator
        HomeEntities.register(coordinator.managedObjectModel, of: schema)
    }

    /// A container over a store in the middle of its migration.
    init(
        stageOf schema: Schema, _ coordinator: NSPersistentStoreCoordinator,
        _ configuration: ModelConfiguration
    ) {
        self.schema = schema
        migrationPlan = nil
        participants = []
        configurations = [configuration]
        self.coordinator = coordinator
    }

    /// The context of the main actor, which saves by itself.
    @MainActor public var mainContext: ModelContext {
        if let known = main.withLock({ $0 }) { return known.context }
        let made = ModelContext(self)
        made.becomeMain()
        main.withLock { $0 = MainContext(context: made) }
        return made
    }

    /// Whether both are the same container.
    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

    /// Deletes the contents and the files of all stores; the container is of no use afterwards.
    ///
    /// - Throws: What a store reports.
    public func erase() throws {
        for store in coordinator.persistentStores {
            if let own = store as? any ProgramKeyedStore {
                try own.eraseContents()
                try coordinator.remove(store)
                continue
            }
            let (url, type) = (coordinator.url(for: store), store.type)
            try coordinator.remove(store)
            guard url.path != "/dev/null" else { continue }
            // The configuration's URL has the password of a server, which an open store does not show.
            let place = configurations.first { $0.name == store.configurationName }?.url ?? url
            try coordinator.destroyPersistentStore(at: place, ofType: type, options: nil)
        }
    }

    /// Closes all stores and lets the main context go; container and contexts are of no use afterwards.
    ///
    /// A container whose main context was used lives until then, because each holds the other one.
    public func invalidate() {
        let former = main.withLock { main in
            let former = main
            main = nil
            return former
        }
        withExtendedLifetime(former) {
            for store in coordinator.persistentStores { try? coordinator.remove(store) }
        }
    }

    /// Deletes all stores, and tells no errors.
    public func deleteAllData() { try? erase() }

    /// The name of the configuration of a store; nil for an unknown store.
    public func configurationName(forStoreIdentifier storeIdentifier: String) -> String? {
        let store = coordinator.persistentStores.first { $0.identifier == storeIdentifier }
        return store?.configurationName
    }

    /// The identifier of the store of a configuration; nil for an unknown name.
    public func storeIdentifier(forConfigurationNamed name: String) -> String? {
        coordinator.persistentStores.first { $0.configurationName == name }?.identifier
    }
}
