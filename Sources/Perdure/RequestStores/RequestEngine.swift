// SPDX-License-Identifier: Apache-2.0
// The seam for stores of programs that answer requests instead of plans, and want to know which context asks. A store of a
// module above this one conforms; RequestEngineStore.swift is its place in a coordinator.

import Foundation
import PerdureStore

/// An engine that executes the requests themselves.
///
/// A context is handed on only on its own queue. Without one, because other threads read or nobody asks, the engine provides
/// for itself.
package protocol RequestEngine: StoreEngine, ObjectNaming {
    /// The store object that programs see.
    var publicStore: NSPersistentStore { get }

    /// Takes note of the store that the coordinator has made for the engine.
    func opened(_ store: EngineStore)

    /// The keys of a request's objects, in their order.
    func keys(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?) throws
        -> [ObjectKey]
    /// The number of a request's objects.
    func count(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?) throws
        -> Int
    /// The results of a request for dictionaries.
    func dictionaries(
        _ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?
    ) throws -> [[String: Any]]

    /// The rows of some objects; an object that is gone has none.
    func rows(for keys: [ObjectKey], _ context: NSManagedObjectContext?) throws -> [Row]
    /// The members of a to-many relationship.
    func members(of slot: Int, for owner: ObjectKey, _ context: NSManagedObjectContext?) throws -> [ObjectKey]

    /// Permanent IDs for new objects, in their order.
    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID]
    /// Checks a save; its commit hands it to the program.
    func prepare(_ set: StoreChanges) throws -> Preparation
    /// Executes a request that the coordinator does not know.
    func execute(_ request: NSPersistentStoreRequest, _ context: NSManagedObjectContext?) throws -> Any
}

/// A class of stores that a program may register for a type.
package protocol ProgramStoreClass: NSPersistentStore {
    /// Opens a store of the class.
    ///
    /// - Throws: the errors of the class, and those of metadata that name another model.
    static func open(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator)
        throws
        -> EngineStore
}
