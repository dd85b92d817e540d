// SPDX-License-Identifier: Apache-2.0
// The messages of a context's errors that name contexts, objects or their classes. Part of ContextErrors.swift.

import PerdureBase

extension ContextErrors {
    static func notIsolated(_ context: NSManagedObjectContext?) -> CoreDataException {
        .internalInconsistency(
            "An actor on the queue of a context\(context?.name.map { " \"\($0)\"" } ?? "") was used outside of that "
                + "queue. Call it with await, or in a block of the context's perform or performAndWait.")
    }

    static func foreignInsertion(_ object: NSManagedObject) -> CoreDataException {
        .invalidArgument(
            "The object \(object.objectID) belongs to another NSManagedObjectContext already: it cannot be "
                + "inserted in a second one.")
    }

    static func noSingleEntity(_ type: NSManagedObject.Type, names: [String]) -> CoreDataException {
        let found =
            names.isEmpty
            ? "has no entity of this class"
            : "has \(names.count): \(names.joined(separator: ", "))"
        return .invalidArgument(
            "A fetch of objects of the class \(type) needs one entity, and the context's model \(found). "
                + "Use an NSFetchRequest with the entity's name.")
    }
}
