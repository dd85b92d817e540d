// SPDX-License-Identifier: Apache-2.0
// The manager of a migration by a mapping model: what programs and policies see of it. MigrationRun.swift does the work.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel

/// Migrates a store by a mapping model: reads objects of one version of a model, and makes those of another in a new store.
///
/// ```swift
/// let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
/// ```
///
/// Objects of both contexts are plain `NSManagedObject`s: no class of the program is needed, and none of its methods runs.
/// `NSEntityMigrationPolicy` describes the three passes. All or nothing happens: the objects are made in a file beside the
/// destination, whose content replaces the destination's in one transaction at the end.
///
/// ## Compatibility
/// `sourceModel` and `destinationModel` are equal copies of the given models.
open class NSMigrationManager: NSObject {
    private let oldModel: NSManagedObjectModel
    private let newModel: NSManagedObjectModel
    var oldStack: MigrationStack?
    var newStack: MigrationStack?
    let control = MigrationControl()
    let observer = MigrationObserver()
    /// The migration that runs; its associations stay after it.
    var run: (any MigrationWork)?

    /// Makes a manager; both models cannot be changed any more.
    ///
    /// - Parameters:
    ///   - sourceModel: The version of the stores that are migrated.
    ///   - destinationModel: The version that they get.
    public required init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        oldModel = MigrationStack.plainCopy(of: sourceModel)
        newModel = MigrationStack.plainCopy(of: destinationModel)
        super.init()
    }

    /// Whether an inferred migration between two SQLite files is done within a copy of the file; true at first.
    ///
    /// Such a migration calls no hooks, and has no progress and no contexts. It keeps the numbers of objects.
    open var usesStoreSpecificMigrationManager = true

    /// What the program wants its policies and expressions to know.
    open var userInfo: [AnyHashable: Any]?

    /// The mapping model of the migration; an empty one before the first.
    open var mappingModel: NSMappingModel { run?.model ?? NSMappingModel() }

    /// The version of the source.
    open var sourceModel: NSManagedObjectModel { oldModel }

    /// The version of the destination.
    open var destinationModel: NSManagedObjectModel { newModel }

    /// The context of the source objects; changes in it are never saved.
    open var sourceContext: NSManagedObjectContext { stack(&oldStack, oldModel).context }

    /// The context of the destination objects; the manager saves it.
    open var destinationContext: NSManagedObjectContext { stack(&newStack, newModel).context }

    /// The mapping at work; the last one after a migration, and an empty one before the first.
    open var currentEntityMapping: NSEntityMapping { run?.current ?? NSEntityMapping() }

    /// How much of the migration is done, from 0 to 1; 1 while none runs.
    ///
    /// Any thread may ask. Each of the three passes is a third.
    open var migrationProgress: Float { control.progress }

    /// The entity of a mapping's source objects; nil for a mapping without one.
    ///
    /// - Parameter mEntity: A mapping of the mapping model.
    /// - Returns: The entity of the source model.
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { oldModel.entitiesByName[$0] }
    }

    /// The entity of a mapping's destination objects; nil for a mapping without one.
    ///
    /// - Parameter mEntity: A mapping of the mapping model.
    /// - Returns: The entity of the destination model.
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { newModel.entitiesByName[$0] }
    }

    /// Migrates a store; the older form of `migrateStore(from:type:options:mapping:to:type:options:)`.
    ///
    /// - Parameters:
    ///   - sourceURL: The store to migrate.
    ///   - sStoreType: Its type.
    ///   - sOptions: Options of the store.
    ///   - mappings: The mapping model.
    ///   - dURL: Where the objects go.
    ///   - dStoreType: The type of that store.
    ///   - dOptions: Options of that store.
    /// - Throws: As that method; 134140 without a mapping model.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrate(
            from: StorePlace(sourceURL, sStoreType, sOptions), by: mappings,
            to: StorePlace(dURL, dStoreType, dOptions))
    }

    /// Migrates a store.
    ///
    /// The source's files are only read. A destination that is missing is made, and is gone again after a failure. One that has
    /// the destination model gets the objects added; after a failure it is as before.
    ///
    /// - Parameters:
    ///   - sourceURL: The store to migrate; it has the source model.
    ///   - sourceType: Its type.
    ///   - sourceOptions: Options of the store.
    ///   - mapping: The mapping model; it fits both models.
    ///   - destinationURL: Where the objects go: another file.
    ///   - destinationType: The type of that store.
    ///   - destinationOptions: Options of that store.
    /// - Throws: 134150 for a source that is missing or of another version, 134160 for a destination of another version, 134140
    ///   for a mapping model that does not fit, 134170 with the error of a policy, 134110 for objects that are not valid and for
    ///   expressions without a usable value, and the error given to `cancelMigrationWithError(_:)`. `CoreDataException` for equal
    ///   URLs.
    open func migrateStore(
        from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
        options sourceOptions: [AnyHashable: Any]? = nil, mapping: NSMappingModel, to destinationURL: URL,
        type destinationType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
            destinationOptions: destinationOptions)
    }

    /// Forgets which objects belong together; the contexts stay as they are.
    open func reset() { run?.forgetAssociations() }

    /// Notes that a destination object was made of a source object.
    ///
    /// The second pass sees only associated objects, and relationships find them.
    ///
    /// - Parameters:
    ///   - sourceInstance: An object of the source context.
    ///   - destinationInstance: An object of the destination context.
    ///   - entityMapping: The mapping that made it.
    open func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        do { try run?.associate(sourceInstance, destinationInstance, entityMapping) } catch {
            ExceptionTrap.raise(error)
        }
    }

    /// The objects that a mapping made.
    ///
    /// - Parameters:
    ///   - mappingName: The name of an entity mapping; another name is an exception.
    ///   - sourceInstances: Objects of the source context; nil for all.
    /// - Returns: The destination objects in the order of the sources, each once; all in the order in which they were made.
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        instances { try $0.destinations(of: sourceInstances, mapping: mappingName) }
    }

    /// The objects of which a mapping made others.
    ///
    /// - Parameters:
    ///   - mappingName: The name of an entity mapping; another name is an exception.
    ///   - destinationInstances: Objects of the destination context; nil for all.
    /// - Returns: The source objects in the order of the destinations, each once; all in the order in which they were used.
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        instances { try $0.sources(of: destinationInstances, mapping: mappingName) }
    }

    /// Ends the migration after the current object; `migrateStore` throws the given error.
    ///
    /// Any thread may call it.
    ///
    /// - Parameter error: What `migrateStore` throws.
    open func cancelMigrationWithError(_ error: any Error) { control.cancel(error) }

    /// Calls a function that an expression names: `FUNCTION($manager, "nextNumberFor:", $source.name)`.
    ///
    /// Override it for the functions of your mapping models, and call super for names that you do not know.
    ///
    /// - Parameters:
    ///   - name: The selector as the expression writes it.
    ///   - arguments: The values of the other arguments; nil for nil.
    /// - Returns: The value of the expression; nil for nil.
    /// - Throws: `CoreDataException` that names the function, unless overridden.
    ///
    /// ## Compatibility
    /// An addition: without Objective-C there are no selectors to call.
    open func callFunction(_ name: String, arguments: [Any?]) throws -> Any? {
        throw FunctionTexts.unknown(name, of: self)
    }
}
