// SPDX-License-Identifier: Apache-2.0
// The observers of one object by name. This code turns the announcement of a change into a message for each observer. The
// announcements come from NSManagedObject+Telling.swift.

import Foundation

/// The observers of one object.
final class KeyObservers: @unchecked Sendable {
    // Sendable because the lock of ObservationTable guards `watches`, and only the queue of the object's context uses the
    // rest.

    /// The watches by the keys that concern them, guarded by the table's lock.
    var watches: [String: [KeyWatch]] = [:]
    /// Announced changes that have not happened yet, by key; the latest one ends first.
    private var open: [String: [[Notice]]] = [:]
    /// The members that an ordered relationship will have, if the code that changes it knows them.
    private var expected: [String: [NSManagedObject]] = [:]

    /// A change for one observer.
    private struct Notice {
        let watch: KeyWatch
        var change = KeyChange()
        /// The indexes of the new members after the change.
        var places: IndexSet?
        /// The new members, held back until the change has happened.
        var arrivals: ObservedValue?
        /// The former value of a dictionary's key, if such a key is observed.
        var entry: EntryValue?
    }

    func expect(_ members: [NSManagedObject], forKey key: String) { expected[key] = members }

    /// Notes the old values that observers want, and tells observers with the option `prior`.
    func willChange(_ key: String, of object: NSManagedObject, _ mutation: MemberMutation?) {
        let foreseen = expected.removeValue(forKey: key)
        let watches = ObservationTable.watches(self, for: key)
        guard !watches.isEmpty else { return }
        let members =
            watches.contains { $0.isEnd && $0.key == key }
            ? mutation.flatMap { MemberChange($0, foreseen, of: object, key) } : nil
        let notices = watches.map { watch in
            let direct = watch.isEnd && watch.key == key ? members : nil
            return direct.map { Self.notice(watch, $0) }
                ?? Notice(
                    watch: watch, change: KeyChange(old: watch.registration.value(.old)),
                    entry: watch.entry?.value(of: object))
        }
        open[key, default: []].append(notices)
        for notice in notices where notice.watch.registration.options.contains(.prior) {
            var change = notice.change
            change.isPrior = true
            notice.watch.registration.tell(change)
        }
    }

    private static func notice(_ watch: KeyWatch, _ members: MemberChange) -> Notice {
        let options = watch.registration.options
        var notice = Notice(watch: watch)
        notice.change.kind = members.kind
        notice.change.indexes = members.indexes
        if options.contains(.old) { notice.change.old = members.old }
        if options.contains(.new) {
            notice.arrivals = members.new
            notice.places = members.places
        }
        return notice
    }

    /// Tells observers of the change.
    func didChange(_ key: String, of object: NSManagedObject) {
        guard let notices = open[key]?.popLast() else { return }
        if open[key]?.isEmpty == true { open[key] = nil }
        for notice in notices { notice.watch.follow(object) }
        for notice in notices where notice.watch.registration.isActive {
            // A change of another key of the dictionary does not concern this observer (MRG-66).
            if let entry = notice.entry, entry == notice.watch.entry?.value(of: object) { continue }
            notice.watch.registration.tell(Self.change(notice, key, object))
        }
    }

    /// The change with its new side.
    private static func change(_ notice: Notice, _ key: String, _ object: NSManagedObject) -> KeyChange {
        var change = notice.change
        if let places = notice.places {
            change.new = .members(object.members(key, at: places), isOrdered: true)
        } else if change.kind == .setting {
            change.new = notice.watch.registration.value(.new)
        } else {
            change.new = notice.arrivals
        }
        return change
    }
}
