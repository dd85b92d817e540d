// SPDX-License-Identifier: Apache-2.0
// Short names for what the cases of mergeable attributes do.

import Foundation
import Perdure
import PerdureTestSupport

extension NSManagedObject {
    /// Counts.
    func add(_ number: Int, _ key: String = "likes") throws {
        try apply(.increment(by: number), forKey: key)
    }

    /// The value of a counter.
    func number(_ key: String = "likes") -> Int? { value(forKey: key) as? Int }

    /// The elements of a set.
    func set(_ key: String = "tags") -> Set<String>? { value(forKey: key) as? Set<String> }

    /// The entries of a dictionary of integers.
    func entries(_ key: String = "settings") -> [String: Int]? { value(forKey: key) as? [String: Int] }

    func insert(_ element: String, _ key: String = "tags") throws { try apply(.insert(element), forKey: key) }
    func remove(_ element: String, _ key: String = "tags") throws { try apply(.remove(element), forKey: key) }

    /// Sets a key of a dictionary, or removes it.
    func put(_ value: Any?, _ name: String, _ key: String = "settings") throws {
        try apply(.set([name: value]), forKey: key)
    }

    /// What waits for being saved, as text.
    func pending(_ key: String = "likes") -> String? { pendingDelta(forKey: key)?.description }

    func refresh(_ mergesChanges: Bool = true) {
        managedObjectContext?.refresh(self, mergeChanges: mergesChanges)
    }
}

extension AccountStage {
    func undo(_ context: NSManagedObjectContext) {
        context.processPendingChanges()
        context.undoManager?.undo()
        context.processPendingChanges()
    }

    func redo(_ context: NSManagedObjectContext) {
        context.undoManager?.redo()
        context.processPendingChanges()
    }
}

/// Hears the notifications of one context, which posts them where the test runs.
final class Heard: @unchecked Sendable {
    private(set) var notifications: [Notification] = []
    private var token: (any NSObjectProtocol)?

    init(_ name: Notification.Name, of context: NSManagedObjectContext) {
        token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            [weak self] in self?.notifications.append($0)
        }
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }

    /// The objects under a key of all notifications.
    func objects(_ key: String) -> Set<NSManagedObject> {
        notifications.reduce(into: []) { $0.formUnion($1.userInfo?[key] as? Set<NSManagedObject> ?? []) }
    }
}

/// The code of the error that a body throws; nil when it throws none.
func code(_ body: () throws -> Void) -> Int? {
    do { try body() } catch { return (error as NSError).code }
    return nil
}
