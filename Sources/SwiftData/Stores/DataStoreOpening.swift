// SPDX-License-Identifier: Apache-2.0
// Opens the stores of a program's own for a container.

import Foundation
import Perdure
import PerdureBase

/// The opening of a container over stores of a program's own.
struct DataStoreOpening {
    let stores: [any ProgramStore]
    /// The files that the container opens itself.
    let files: ContainerOpening?
    private let schema: Schema

    /// Checks the configurations, and makes their stores.
    ///
    /// - Throws: What `validate()` and the stores' initializers throw; `SwiftDataError` for equal names and unknown classes.
    init(_ schema: Schema, _ configurations: [any DataStoreConfiguration]) throws {
        self.schema = schema
        let own = configurations.compactMap { $0 as? ModelConfiguration }
        files = own.isEmpty ? nil : try ContainerOpening(schema, nil, own)
        var names = Set(own.map(\.name))
        stores = try configurations.filter { !($0 is ModelConfiguration) }.map { configuration in
            guard names.insert(configuration.name).inserted else {
                throw SwiftDataError(
                    .duplicateConfiguration,
                    "Two configurations have the name \"\(configuration.name)\": give each its own.")
            }
            return try Self.store(configuration, schema)
        }
    }

    private static func store<C: DataStoreConfiguration>(_ given: C, _ schema: Schema) throws
        -> any ProgramStore
    {
        var configuration = given
        configuration.schema = configuration.schema ?? schema
        try configuration.validate()
        let store = DataStoreAdapter(try C.Store(configuration, migrationPlan: nil))
        let missing = store.entityNames.filter { schema.entitiesByName[$0] == nil }
        guard missing.isEmpty else {
            throw SwiftDataError(
                .configurationSchemaNotFoundInContainerSchema,
                "The store \"\(given.name)\" has the entities \(missing.sorted()), which the container's schema "
                    + "lacks: give the container their classes too.")
        }
        return store
    }

    /// Adds the stores to a coordinator.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` with the cause.
    func open() throws -> NSPersistentStoreCoordinator {
        let model = SharedModels.model(
            of: schema, configurations: stores.map { ($0.name, $0.entityNames) } + (files?.parts ?? []))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try files?.open(in: coordinator)
        NSPersistentStoreCoordinator.registerStoreClass(
            SnapshotStore.self, forStoreType: SnapshotStore.typeName)
        for store in stores {
            SnapshotClasses.register(schema, store.identifier)
            do {
                // The place has no meaning; it only tells the stores of one coordinator apart.
                let place = FileManager.default.temporaryDirectory
                    .appendingPathComponent("DataStore").appendingPathComponent(UUID().uuidString)
                _ = try ExceptionTrap.catching {
                    try coordinator.addPersistentStore(
                        ofType: SnapshotStore.typeName, configurationName: store.name, at: place,
                        options: [SnapshotStore.programKey: store])
                }
            } catch {
                throw SwiftDataError(
                    .loadIssueModelContainer,
                    "The store of the configuration \"\(store.name)\" could not be opened.", underlying: error
                )
            }
        }
        return coordinator
    }
}

extension ModelContainer {
    /// Opens stores of the program's own for classes.
    ///
    /// - Throws: What the stores throw; `SwiftDataError`, whose description has the cause.
    @_disfavoredOverload
    public convenience init(
        for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(for: Schema(forTypes), configurations: configurations)
    }

    /// Opens stores of the program's own.
    ///
    /// - Parameters:
    ///   - givenSchema: The schema.
    ///   - configurations: The configurations, whose stores are made here.
    /// - Throws: What the stores throw; `SwiftDataError`, whose description has the cause.
    @_disfavoredOverload
    public convenience init(for givenSchema: Schema, configurations: [any DataStoreConfiguration]) throws {
        let opening = try DataStoreOpening(givenSchema, configurations)
        self.init(
            opened: OpenStores(
                givenSchema, try opening.open(), configurations: Set(opening.files?.configurations ?? []),
                participants: opening.stores))
    }
}

extension OpenStores {
    /// The stores of the program's own.
    var programStores: [any ProgramStore] { participants.compactMap { $0 as? any ProgramStore } }

    /// The store of the program's own with an identifier.
    func snapshotStore(_ identifier: String) -> SnapshotStore? {
        guard !participants.isEmpty else { return nil }
        return coordinator.persistentStores.lazy.compactMap { $0 as? SnapshotStore }
            .first { $0.program.identifier == identifier }
    }
}
