// SPDX-License-Identifier: Apache-2.0
// What a context posts, as sets of IDs: merges are judged by them.

import Foundation
import Perdure

/// The notifications of one context, for as long as it lives.
final class PostedIDs {
    typealias Groups = [String: Set<NSManagedObjectID>]

    /// One for each ObjectsDidChange since the last call of `take`.
    private(set) var changes: [Groups] = []
    /// One for each notification of a merge since the last call of `take`.
    private(set) var merges: [Groups] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        // The context posts on the thread that the test waits for.
        nonisolated(unsafe) weak let posted = self
        let observe = { (name: Notification.Name, body: @escaping @Sendable (Groups) -> Void) in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                body(Self.groups($0))
            }
        }
        tokens = [
            observe(.NSManagedObjectContextObjectsDidChange) { posted?.changes.append($0) },
            observe(.NSManagedObjectContextDidMergeChangesObjectIDs) { posted?.merges.append($0) },
        ]
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

    func clear() {
        changes = []
        merges = []
    }

    private static func groups(_ notification: Notification) -> Groups {
        var groups: Groups = [:]
        for (key, value) in notification.userInfo ?? [:] {
            guard let key = key as? String else { continue }
            if let objects = value as? Set<NSManagedObject> { groups[key] = Set(objects.map(\.objectID)) }
            if let ids = value as? Set<NSManagedObjectID> { groups[key] = ids }
        }
        return groups
    }
}

/// Remembers the last notification of a context's saves.
final class SaveNotice {
    private(set) var objects: Notification?
    private(set) var ids: Notification?
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        // Saves post on the test's own thread.
        nonisolated(unsafe) weak let notice = self
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(forName: .NSManagedObjectContextDidSave, object: context, queue: nil) {
                notice?.objects = $0
            },
            center.addObserver(forName: .NSManagedObjectContextDidSaveObjectIDs, object: context, queue: nil)
            {
                notice?.ids = $0
            },
        ]
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}
