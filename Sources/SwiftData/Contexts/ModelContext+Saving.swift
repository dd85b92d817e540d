// SPDX-License-Identifier: Apache-2.0
// Saves, and takes changes back.

import Foundation
import Perdure
import PerdureBase

extension ModelContext {
    /// Saves all changes, or none: after an error they are still there.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for models that are not valid, and the store's errors.
    public func save() throws {
        try use.using { try saveChanges() }
    }

    private func saveChanges() throws {
        store.processPendingChanges()
        guard store.hasChanges else { return }
        NotificationCenter.default.post(name: Self.willSave, object: self)
        store.processPendingChanges()
        defer { store.resolvedConflicts = [] }
        var saved = SavedChanges()
        do {
            (saved.inserted, saved.updated, saved.deleted) = try ExceptionTrap.catching {
                try store.saveListing()
            }
        } catch {
            throw Self.translated(error)
        }
        ReplacedModels(store.resolvedConflicts).forward(in: store)
        store.letGo()
        stores.audience.tell(saved, except: box)
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: Self.userInfo(of: saved))
        followers.tell(of: self, by: autosave.runner)
    }

    private static func userInfo(of saved: SavedChanges) -> [AnyHashable: Any] {
        let lists: [(NotificationKey, [NSManagedObjectID])] = [
            (.insertedIdentifiers, saved.inserted), (.updatedIdentifiers, saved.updated),
            (.deletedIdentifiers, saved.deleted),
        ]
        return Dictionary(
            uniqueKeysWithValues: lists.map { key, ids in
                (AnyHashable(key.rawValue), ids.map { PersistentIdentifier($0) } as Any)
            })
    }

    /// Errors of validation have a word of SwiftData's; all others are as the store says them.
    private static func translated(_ error: any Error) -> any Error {
        let known = error as NSError
        guard known.domain == NSCocoaErrorDomain, (1550...1699).contains(known.code) else { return error }
        let errors = known.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [known]
        return SwiftDataError(
            .modelValidationFailure, errors.map(explanation).joined(separator: "; "), underlying: error)
    }

    private static func explanation(_ error: NSError) -> String {
        let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject
        let key = error.userInfo[NSValidationKeyErrorKey] as? String ?? ""
        let place = "\(object?.entity.name ?? "").\(key)"
        let id = object.map { " of \($0.objectID.uriRepresentation().absoluteString)" } ?? ""
        return "\(place)\(id): \(error.localizedDescription) (code \(error.code))"
    }

    /// Takes back all changes that are not saved, and forgets what could be undone.
    public func rollback() {
        use.using {
            store.processPendingChanges()
            let gone = store.insertedObjects.compactMap { GoneModel($0) }
            store.rollback()
            for model in gone { model.keepValues() }
            store.letGo()
            undoManager?.removeAllActions()
        }
        followers.tell(of: self, by: autosave.runner)
    }

    /// Runs a block and saves; an error of the block takes its changes back.
    ///
    /// - Parameter block: What to do. What was changed before it stays changed where the block throws.
    /// - Throws: The block's error, or that of the save.
    public func transaction(block: () throws -> Void) throws {
        try use.using { try runTransaction(block) }
    }

    private func runTransaction(_ block: () throws -> Void) throws {
        guard !store.hasChanges else { return try transactionAmongChanges(block) }
        do {
            try block()
        } catch {
            rollback()
            throw error
        }
        try save()
    }

    /// Other changes are there already: the block's own are undone by an undo manager.
    ///
    /// The program's manager keeps its steps. One that records nothing now cannot undo the block.
    private func transactionAmongChanges(_ block: () throws -> Void) throws {
        store.processPendingChanges()
        if let manager = store.undoManager, manager.isUndoRegistrationEnabled, manager.activity == .none {
            try attempt(block, manager)
        } else {
            let former = store.undoManager
            let manager = UndoManager()
            manager.groupsByEvent = false
            store.undoManager = manager
            defer { store.undoManager = former }
            try attempt(block, manager)
        }
        try save()
    }

    /// Runs a block; an error takes back what the block has changed.
    private func attempt(_ block: () throws -> Void, _ manager: UndoManager) throws {
        defer { store.processPendingChanges() }
        try manager.attempt {
            try block()
            store.processPendingChanges()
        }
    }
}
