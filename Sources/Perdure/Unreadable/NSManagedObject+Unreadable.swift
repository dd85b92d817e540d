// SPDX-License-Identifier: Apache-2.0
// The path of every error of a fault. It gets the object's name. Then a waiting caller gets it, or the program's decision
// handles it, or it stops the process. The context's part is in NSManagedObjectContext+Unreadable.swift.

import Foundation
import PerdureBase
import PerdureFoundationGaps

extension NSManagedObject {
    /// Reports that the store could not give the row or the members of the object.
    ///
    /// - Parameters:
    ///   - error: the error of the read.
    ///   - key: the property that was read, if only one was.
    final func report(unreadable error: any Error, reading key: String? = nil) {
        let error = Self.naming(self, key, in: error)
        // An exception comes from the program's mistake, or from its choice: shouldDeleteInaccessibleFaults.
        if !ExceptionTrap.isAwaited, !(error is CoreDataException), let sink = link?.sink,
            sink.handle(self, unreadable: error)
        {
            return
        }
        ExceptionTrap.raise(error)
    }

    /// The error with the object named in its text; an error that names objects already stays as it is.
    static func naming(_ object: NSManagedObject, _ key: String? = nil, in error: any Error) -> any Error {
        if error is CoreDataException { return error }
        let known = error as NSError
        guard known.userInfo[NSAffectedObjectsErrorKey] == nil else { return error }
        let entity = object.entity.name ?? ""
        var facts = known.userInfo
        facts[NSLocalizedDescriptionKey] = words(object, entity, key, known.localizedDescription)
        facts[NSAffectedObjectsErrorKey] = [object.objectID]
        facts[ErrorKeys.entity] = facts[ErrorKeys.entity] ?? entity
        facts[ErrorKeys.property] = facts[ErrorKeys.property] ?? key
        facts[NSUnderlyingErrorKey] = known
        return NSError(domain: known.domain, code: known.code, userInfo: facts)
    }

    private static func words(_ object: NSManagedObject, _ entity: String, _ key: String?, _ reason: String)
        -> String
    {
        let part = key.map { "The property \"\($0)\" of the" } ?? "The"
        return
            "\(part) object \(object.objectID.uriRepresentation()) of \"\(entity)\" cannot be read: \(reason) "
            + "Look at the store with \"perdure store check\", and restore it from a copy if it is damaged; "
            + "the object is unchanged, and reading it again tries anew."
    }
}

extension NSManagedObject {
    /// Makes the object a deleted object that reads as nil, because its row cannot be read.
    final func standForUnreadable() {
        withoutTracking { turnIntoFault() }
        state.formUnion([.inaccessible, .propagated, .unreadable])
        fillWithNulls()
    }
}
