// SPDX-License-Identifier: Apache-2.0
// The observers of one object by name: from the announcement of a change to what each of them is told. The announcements
// come from NSManagedObject+Telling.swift.

import Foundation

/// The observers of one object.
final class KeyObservers: @unchecked Sendable {
    // Sendable because `watches` is used under the lock of ObservationTable, and the rest on the queue of the object's
    // context.

    /// The watches by the keys that concern them; under the lock of the table.
    var watches: [String: [KeyWatch]] = [:]
    /// Changes that were announced and have not happened, by key: the latest is the first to end.
    private var open: [String: [[Notice]]] = [:]
    /// The members that an ordered relationship is going to have, where the change knows.
    private var expected: [String: [NSManagedObject]] = [:]

    /// A change of which one observer is to be told.
    private struct Notice {
        let watch: KeyWatch
        var change = KeyChange()
        /// Where the new members will be found.
        var places: IndexSet?
        /// The new members, held back until the change has happened.
        var arrivals: ObservedValue?
        /// The value of a dictionary's key, where one is observed.
        var entry: EntryValue?
    }

    func expect(_ members: [NSManagedObject], forKey key: String) { expected[key] = members }

    /// Notes the old values that are asked for, and tells those who want to know beforehand.
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

    /// Tells what has changed.
    func didChange(_ key: String, of object: NSManagedObject) {
        guard let notices = open[key]?.popLast() else { return }
        if open[key]?.isEmpty == true { open[key] = nil }
        for notice in notices { notice.watch.follow(object) }
        for notice in notices where notice.watch.registration.isActive {
            // Other keys of the dictionary are nobody's business here (MRG-66).
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
