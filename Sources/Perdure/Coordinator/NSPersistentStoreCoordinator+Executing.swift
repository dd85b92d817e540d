// SPDX-License-Identifier: Apache-2.0
// Executes requests of any kind. Contexts use the typed methods in +RowSource.swift.

import Foundation
import PerdureFoundationGaps

extension NSPersistentStoreCoordinator {
    /// Sends a request to the stores.
    ///
    /// - Parameters:
    ///   - request: a fetch request, whose result type decides the form of the results; a save request; or a batch
    ///     request.
    ///   - context: the context that registers the objects.
    /// - Returns: an array for a fetch request; an empty one for a save request; a result object for a batch request.
    /// - Throws: 134091 for a kind of request that the stores do not know; what the stores report.
    public func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws
        -> Any
    {
        if let save = request as? NSSaveChangesRequest {
            if let failure = try self.save(SaveRequest(save, context)).failure { throw failure }
            return [Any]()
        }
        if let request = request as? any CoordinatorRequest {
            return try answer(of: request, context) ?? request.result(of: self, context)
        }
        guard var fetch = request.fetch else {
            guard
                let store = addressed(by: request, nil).first(where: { $0 is RequestEngineStore })
                    as? RequestEngineStore
            else { throw Self.unknownRequest(request) }
            return try store.requests.execute(request, context)
        }
        // Only the stores are asked: unsaved changes belong to the context.
        fetch.includesPendingChanges = false
        return try context.fetch(NSFetchRequest<any NSFetchRequestResult>(fetch)).map { $0 as AnyObject }
    }

    private static func unknownRequest(_ request: NSPersistentStoreRequest) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreUnsupportedRequestTypeError,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "The stores do not know requests of the class \(type(of: request))."
            ])
    }
}

extension SaveRequest {
    fileprivate init(_ request: NSSaveChangesRequest, _ context: NSManagedObjectContext) {
        self.init(
            inserted: Array(request.insertedObjects ?? []), updated: Array(request.updatedObjects ?? []),
            deleted: Array(request.deletedObjects ?? []), locked: Array(request.lockedObjects ?? []),
            mergePolicy: context.mergePolicy, context: context)
    }
}
