// SPDX-License-Identifier: Apache-2.0
// Objects that write their part of a save into their context's log.

import CoreData
import Foundation

/// Lines in the order in which they came.
final class SaveLog: @unchecked Sendable {
    // Sendable because a test's hooks and notifications all run on the thread that saves.
    private(set) var lines: [String] = []

    init(_ context: NSManagedObjectContext) { context.userInfo["log"] = self }

    func add(_ line: String) { lines.append(line) }
}

/// Writes down the hooks and validations of a save.
final class LoggingObject: NSManagedObject {
    private func add(_ line: String) {
        (managedObjectContext?.userInfo["log"] as? SaveLog)?.add(line)
    }

    override func willSave() {
        super.willSave()
        add("willSave")
    }

    override func didSave() {
        super.didSave()
        add("didSave temporary:\(objectID.isTemporaryID) changed:\(changedValues().count)")
    }

    override func validateForInsert() throws {
        try super.validateForInsert()
        add("validateForInsert")
    }

    override func validateForUpdate() throws {
        try super.validateForUpdate()
        add("validateForUpdate")
    }

    override func validateForDelete() throws {
        try super.validateForDelete()
        add("validateForDelete")
    }
}
