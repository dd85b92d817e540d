// SPDX-License-Identifier: Apache-2.0
// A client whose expiring domains are found by a fetch, and kept until some domain changes.

import CoreData
import Foundation

/// Caches what a fetch found, and drops it when its context reports changes of domains.
final class Client: NSManagedObject {
    private(set) var fetchCount = 0
    private(set) var registrationCount = 0
    private var cache: Set<NSManagedObject>?
    private var observer: Observer?

    /// Ends the observation with its owner.
    private final class Observer {
        private let token: any NSObjectProtocol
        init(_ token: any NSObjectProtocol) { self.token = token }
        deinit { NotificationCenter.default.removeObserver(token) }
    }

    /// The domains that expire within a day of the reference date.
    var expiringDomains: Set<NSManagedObject> {
        willAccessValue(forKey: "expiringDomains")
        defer { didAccessValue(forKey: "expiringDomains") }
        if let cache { return cache }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Domain")
        request.predicate = NSPredicate(
            format: "owner == %@ AND expires < %@", self, Date(timeIntervalSinceReferenceDate: 86_400))
        let found = Set((try? managedObjectContext?.fetch(request)) ?? [])
        fetchCount += 1
        cache = found
        return found
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        cache = nil
        guard observer == nil, let managedObjectContext else { return }
        registrationCount += 1
        // The notification comes on the context's queue, where this object may be used.
        nonisolated(unsafe) let drop = { [weak self] (objects: Set<NSManagedObject>) in
            if objects.contains(where: { $0.entity.name == "Domain" }) { self?.cache = nil }
        }
        observer = Observer(
            NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: managedObjectContext, queue: nil
            ) { note in
                for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
                    drop(note.userInfo?[key] as? Set<NSManagedObject> ?? [])
                }
            })
    }
}
