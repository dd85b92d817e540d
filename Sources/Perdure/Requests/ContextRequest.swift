// SPDX-License-Identifier: Apache-2.0
// How kinds of requests run: the seam behind which fetches, batches and history requests stand. A context asks a request for
// its result, and knows no kind by name.

import PerdureModel

/// A kind of request that a context runs itself, because the result holds its objects.
package protocol ContextRequest: NSPersistentStoreRequest {
    /// Runs the request on the queue of a context.
    ///
    /// - Throws: the errors of the context and of the stores.
    func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

/// A kind of request that the stores execute without a context's objects.
package protocol CoordinatorRequest: NSPersistentStoreRequest {
    /// The entity whose rows the request changes; nil for a request that a program's own store does not execute.
    func subject(in model: NSManagedObjectModel) -> NSEntityDescription?

    /// Runs the request.
    ///
    /// - Parameters:
    ///   - coordinator: the coordinator of the stores.
    ///   - context: who asks; its author is written down, and IDs are made for it.
    /// - Returns: the result, of the request's own class.
    /// - Throws: the errors of the stores.
    func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext) throws
        -> NSPersistentStoreResult
}

extension CoordinatorRequest {
    package func subject(in model: NSManagedObjectModel) -> NSEntityDescription? { nil }
}
