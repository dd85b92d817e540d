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

    /// The open stores, which the contexts hold too.
    final let stores: OpenStores
    private let main = Lock<MainContext?>(nil)

    /// The main actor's context.
    private struct MainContext: @unchecked Sendable {
        // Sendable because only the main actor uses the context.
        let context: ModelContext
    }

    /// The schema.
    public final var schema: Schema { stores.schema }
    /// The plan for stores of former versions.
    public final var migrationPlan: (any SchemaMigrationPlan.Type)? { stores.migrationPlan }
    /// The stores, with their schemas filled in.
    public var configurations: Set<ModelConfiguration> { stores.configurations }
    var coordinator: NSPersistentStoreCoordinator { stores.coordinator }

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
        stores = OpenStores(
            givenSchema, try opening.open(), plan: migrationPlan,
            configurations: Set(opening.configurations))
        begin()
    }

    /// A container over stores of which some are the program's own.
    init(opened stores: OpenStores) {
        self.stores = stores
        begin()
    }

    /// A container over stores that have one already, or that are in the middle of their migration.
    init(_ stores: OpenStores) { self.stores = stores }

    private func begin() {
        stores.belong(to: self)
        RemoteCommits.join(stores)
        HomeEntities.register(coordinator.managedObjectModel, of: schema)
    }

    /// The context of the main actor, which saves by itself.
    @MainActor public var mainContext: ModelContext {
        if let known = main.withLock({ $0 }) { return known.context }
        let found = stores.main ?? ModelContext(stores)
        if stores.main == nil {
            found.becomeMain()
            stores.main = found
        }
        main.withLock { $0 = MainContext(context: found) }
        return found
    }

    /// Posted after another process, or another container of this one, has committed to a store of a container; the container is the
    /// object.
    ///
    /// From the first use of the name on each open file is looked at ten times a second.
    public static var remoteChange: Notification.Name {
        RemoteCommits.begin()
        return RemoteCommits.name
    }

    /// Whether both have the same stores.
    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs.stores === rhs.stores }

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
    /// ## Compatibility
    /// An addition. A container ends with its last reference too.
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
