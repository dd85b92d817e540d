// SPDX-License-Identifier: Apache-2.0
// How a fetch request runs: in the context whose block is running, or in a context that is asked to execute it.

import PerdureBase
import PerdureModel

extension NSFetchRequest {
    /// Fetches in the context whose block is running.
    ///
    /// ## Compatibility
    /// Subclasses cannot override it, as they can on Apple's systems.
    ///
    /// - Throws: `CoreDataException` outside of a context's perform block, and the errors of the fetch.
    public final func execute() throws -> [ResultType] {
        guard let context = ContextInUse.current else {
            throw CoreDataException.internalInconsistency(
                "NSFetchRequest.execute() needs a context: call it in a block of perform or performAndWait.")
        }
        return try context.fetch(self)
    }
}

extension NSFetchRequest: ContextRequest {
    package final func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        NSAsynchronousFetchResult(try context.fetch(self), of: self, context)
    }
}
