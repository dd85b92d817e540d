// SPDX-License-Identifier: Apache-2.0
// The rows that a parent context has written itself. Its children keep older snapshots and must not take such a row for another
// context's change (CTX-127), even where the parent has let go of its object since.

import PerdureStore

/// The versions of rows that one context has written, by object.
///
/// The newest ones only, so that a context that saves for years does not grow: what is forgotten counts as written by others.
struct OwnSaves {
    /// How many objects each of the two tables has at most.
    private static let capacity = 1 << 15

    private var recent: [Place: Versions] = [:]
    /// The former table, which was full.
    private var earlier: [Place: Versions] = [:]

    /// A range of versions that the context alone has written.
    private struct Versions {
        let first: Int64
        let last: Int64
    }

    /// An object of a store.
    private struct Place: Hashable {
        let namespace: ObjectIDNamespace
        let key: ObjectKey

        static func == (left: Place, right: Place) -> Bool {
            left.key == right.key && left.namespace === right.namespace
        }

        func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// Notes that the context has written a row, whose former version it knew.
    mutating func note(_ row: Row, after former: Int64, in namespace: ObjectIDNamespace) {
        let place = Place(namespace: namespace, key: row.key)
        let known = recent[place] ?? earlier[place]
        // When another context has written in between, as merge policies find, the range begins anew.
        let first = known.flatMap { $0.last == former ? $0.first : nil } ?? former
        if recent.count >= Self.capacity, recent[place] == nil {
            earlier = recent
            recent = [:]
        }
        recent[place] = Versions(first: first, last: row.version)
    }

    /// Whether the context alone has written a row since it had a version.
    func have(_ row: Row, since version: Int64, in namespace: ObjectIDNamespace) -> Bool {
        let place = Place(namespace: namespace, key: row.key)
        guard let own = recent[place] ?? earlier[place], own.last == row.version else { return false }
        return own.first <= version && version <= own.last
    }
}
