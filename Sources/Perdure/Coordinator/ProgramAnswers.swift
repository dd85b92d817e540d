// SPDX-License-Identifier: Apache-2.0
// Requests that a program's own store executes in the coordinator's place: batches, and kinds that nobody else knows.

import Foundation
import PerdureFoundationGaps
import PerdureModel
import Synchronization

extension NSPersistentStoreCoordinator {
    /// The answer of a program's store to a request of a known kind; nil when no such store is concerned.
    ///
    /// - Throws: 134091 when other stores are concerned too, or the answer is of another class; the errors of the store.
    func answer(of request: any CoordinatorRequest, _ context: NSManagedObjectContext) throws
        -> NSPersistentStoreResult?
    {
        guard asksContexts.load(ordering: .acquiring), let entity = request.subject(in: managedObjectModel)
        else { return nil }
        let stores = addressed(by: request, entity)
        guard let store = stores.first(where: { $0 is RequestEngineStore }) as? RequestEngineStore else {
            return nil
        }
        let name = "\(Swift.type(of: request))"
        guard stores.count == 1 else {
            throw Self.unanswered(
                "The \(name) concerns \(stores.count) stores, and one of them answers requests itself. "
                    + "Name one store in affectedStores.")
        }
        let answer = try store.requests.execute(request, context)
        guard let result = answer as? NSPersistentStoreResult else {
            throw Self.unanswered(
                "\(Swift.type(of: store.publicStore)).execute(_:with:) returned a \(Swift.type(of: answer)) for a \(name). "
                    + "Return an object of the request's class of results.")
        }
        return result
    }

    /// The stores that a request goes to.
    func addressed(by request: NSPersistentStoreRequest, _ entity: NSEntityDescription?) -> [EngineStore] {
        let affected = request.affectedStores
        return engineStores.filter { store in
            (entity.map { store.holds($0.layout) } ?? true)
                && (affected?.contains { $0 === store.publicStore } ?? true)
        }
    }

    private static func unanswered(_ text: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreUnsupportedRequestTypeError,
            userInfo: [NSLocalizedDescriptionKey: text])
    }
}
