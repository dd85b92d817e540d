// SPDX-License-Identifier: Apache-2.0
// What is wrong with an incremental store's class or its answers, each with what to do.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModel

/// The errors of incremental stores.
enum IncrementalErrors {
    static func notOverridden(_ store: NSPersistentStore, _ method: String) -> NSError {
        error(
            NSPersistentStoreUnsupportedRequestTypeError, store,
            "\(type(of: store)) does not override \(method).")
    }

    static func noMetadata(_ storeClass: AnyClass, _ url: URL) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreInvalidTypeError,
            userInfo: [
                NSFilePathErrorKey: url.path,
                NSLocalizedDescriptionKey:
                    "\(storeClass) does not say how metadata are written. Override setMetadata(_:forPersistentStoreAt:).",
            ])
    }

    static func missingMetadata(_ store: NSPersistentStore, _ key: String) -> NSError {
        error(
            NSPersistentStoreOpenError, store,
            "\(type(of: store)).loadMetadata() has set no \"\(key)\". Let it set metadata with the type under \"NSStoreType\" "
                + "and the UUID under \"NSStoreUUID\".")
    }

    static func otherType(_ store: NSPersistentStore, _ found: String, _ wanted: String) -> NSError {
        error(
            NSPersistentStoreTypeMismatchError, store,
            "\(type(of: store)).loadMetadata() has set the type \"\(found)\"; the store was added with the type \"\(wanted)\"."
        )
    }

    /// An answer of a wrong form.
    static func wrongAnswer(_ store: NSPersistentStore, _ method: String, _ answer: Any, _ wanted: String)
        -> NSError
    {
        error(
            NSPersistentStoreOperationError, store,
            "\(type(of: store)).\(method) returned a \(type(of: answer)). Return \(wanted).")
    }

    /// An ID that is not one of the store's, or not the right one.
    static func wrongID(_ store: NSPersistentStore, _ method: String, _ id: NSManagedObjectID) -> NSError {
        error(
            NSPersistentStoreOperationError, store,
            "\(type(of: store)).\(method) returned \(id). Make IDs of this store with newObjectID(for:referenceObject:)."
        )
    }

    static func wrongCount(_ store: NSPersistentStore, _ found: Int, _ wanted: Int) -> NSError {
        error(
            NSPersistentStoreOperationError, store,
            "\(type(of: store)).obtainPermanentIDs(for:) returned \(found) IDs for \(wanted) objects. Return one for each, in "
                + "their order.")
    }

    /// Whether an error says that there is no such object.
    static func isMissing(_ error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectReferentialIntegrityError
    }

    private static func error(_ code: Int, _ store: NSPersistentStore, _ text: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [NSFilePathErrorKey: store.url?.path ?? "", NSLocalizedDescriptionKey: text])
    }
}
