// SPDX-License-Identifier: Apache-2.0
// Writes the destination's objects in batches, so that memory does not grow with the store. Validation comes last: objects
// that were not valid when they were written are looked at again.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel
import PerdureStore

extension MigrationRun {
    /// How many objects are written at once.
    private static var batch: Int { 4_000 }

    func flushIfNeeded() throws {
        // Programs' own stores may write all of their objects each time.
        guard destination.context.unsavedObjects.count >= Self.batch, numbers != nil else { return }
        try flush()
    }

    /// Writes what is not written yet.
    func flush() throws {
        guard numbers != nil else { return }
        for object in destination.context.unsavedObjects { note(object) }
        try save()
    }

    private func save() throws {
        do { try destination.context.save() } catch { throw MigrationErrors.refused(error) }
    }

    /// Remembers objects that are not valid yet.
    private func note(_ object: NSManagedObject) {
        if object.objectID.isTemporaryID { try? number(object) }
        let key = object.objectID.key
        if object.isDeleted || problem(of: object) == nil {
            pending.remove(key)
        } else {
            pending.insert(key)
        }
    }

    private func problem(of object: NSManagedObject) -> (any Error)? {
        guard !object.isDeleted else { return nil }
        do {
            try ExceptionTrap.catching { try object.validateForInsert() }
            return nil
        } catch {
            return error
        }
    }

    /// Validates what is not known to be valid, and writes the rest.
    ///
    /// - Throws: 134110 with the errors of validation, or with that of the save.
    func finishSaving() throws {
        var errors: [any Error] = []
        for object in destination.context.unsavedObjects {
            if !object.objectID.isTemporaryID { pending.remove(object.objectID.key) }
            if object.isDeleted { continue }
            if let problem = problem(of: object) { errors.append(problem) }
        }
        try save()
        for keys in pending.sorted().values where errors.count < 100 { try validate(keys, &errors) }
        if let error = Self.combined(errors) { throw MigrationErrors.invalid(error) }
    }

    private func validate(_ keys: [ObjectKey], _ errors: inout [any Error]) throws {
        var rest = keys[...]
        while !rest.isEmpty, errors.count < 100 {
            for object in try destination.filled(Array(rest.prefix(500))) {
                if let problem = problem(of: object) { errors.append(problem) }
            }
            rest = rest.dropFirst(500)
        }
    }

    /// One error as it is, several as 1560.
    private static func combined(_ errors: [any Error]) -> (any Error)? {
        guard errors.count > 1 else { return errors.first }
        return MigrationErrors.make(
            NSValidationMultipleErrorsError,
            "\(errors.count) values are not valid. The first: \(MigrationErrors.text(errors[0]))",
            [NSDetailedErrorsKey: errors])
    }
}
