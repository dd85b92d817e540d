// SPDX-License-Identifier: Apache-2.0
// Objects outside of the context that lead from objects inside: a program sets relationships first, and inserts one object after
// the other. The insertion of the second one makes both ends say the same (NSManagedObjectContext+OtherEnds.swift).

/// The objects whose insertion inserted objects wait for.
struct AwaitedObjects<Object: AnyObject & Hashable> {
    /// By the awaited object; held strongly, so that no other object takes over its address.
    private var waiting: [Object: [(object: Object, slot: Int)]] = [:]

    /// Whether nothing waits, as nearly always.
    var isEmpty: Bool { waiting.isEmpty }

    /// Notes that an inserted object's relationship leads to an object outside.
    mutating func note(_ awaited: Object, by object: Object, at slot: Int) {
        waiting[awaited, default: []].append((object, slot))
    }

    /// The objects that wait for an object, each with its relationship; they wait no longer.
    mutating func take(_ awaited: Object) -> [(object: Object, slot: Int)] {
        waiting.removeValue(forKey: awaited) ?? []
    }
}
