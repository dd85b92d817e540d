// SPDX-License-Identifier: Apache-2.0
// Commands that destroy and replace stores, until a call to the system ends the process, and one that has a store open
// meanwhile.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// Every call that changes a file, SQLite's and the library's own.
    private static let changing =
        PERDURE_CALL_WRITE | PERDURE_CALL_SYNC | PERDURE_CALL_TRUNCATE | PERDURE_CALL_DELETE
        | PERDURE_CALL_FILE

    /// follow STORE [PRAGMA=VALUE ...]: opens the store and does what it reads, line by line.
    ///
    /// "read" prints how many entries it finds, "save" the number of the one it has saved; both print errors with their
    /// reason.
    static func follow(_ url: URL, _ words: [String]) throws {
        let stack = try Stack(at: url, EntryModel.entries(), options: pragmas(words))
        say("ready")
        while let line = readLine() {
            let context = stack.context()
            do {
                let number = try context.performAndWait {
                    let count = try context.all("Entry").count
                    guard line == "save" else { return count }
                    try EntryModel.write(count + 1, of: 1, pictureSize: 110_000, in: context)
                    try context.save()
                    return count + 1
                }
                say("\(number)")
            } catch {
                let reason = (error as NSError).userInfo["reason"] as? String ?? ""
                say("error \((error as NSError).code) \(reason)")
            }
        }
    }

    /// destroy STORE K SIGNAL [force]: destroys the store, and sends itself a signal at the K-th call.
    static func destroy(_ url: URL, _ words: [String]) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: EntryModel.entries())
        try arm(url, words)
        var options: [AnyHashable: Any] = [:]
        if words.last == "force" {
            options = [NSPersistentStoreTimeoutOption: 0, NSPersistentStoreForceDestroyOption: true]
            say("waiting")
        }
        try coordinator.destroyPersistentStore(at: url, type: .sqlite, options: options)
        say("destroyed")
    }

    /// replace STORE K SIGNAL SOURCE: replaces the store, and sends itself a signal at the K-th call.
    static func replace(_ url: URL, _ words: [String]) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: EntryModel.entries())
        guard words.count > 2 else { throw UsageError(text: "SOURCE is missing") }
        try arm(url, words)
        try coordinator.replacePersistentStore(
            at: url, withPersistentStoreFrom: URL(fileURLWithPath: words[2]), type: .sqlite)
        say("replaced")
    }

    private static func arm(_ url: URL, _ words: [String]) throws {
        guard words.count > 1, let number = Int64(words[0]), let signal = Int32(words[1]) else {
            throw UsageError(text: "K SIGNAL are missing")
        }
        guard perdure_fault_install() == 0 else { throw UsageError(text: "no VFS") }
        perdure_fault_arm(url.deletingLastPathComponent().path, changing, number, 0, 0, signal)
    }
}
