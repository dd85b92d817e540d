// SPDX-License-Identifier: Apache-2.0
// A cache of bounded size: prepared statements by their text, translated fetches by their shape, the tokens of format strings.
// It lives here because this is the lowest module that caches anything.

/// A bounded cache: when it is full, the half that was used longest ago goes.
///
/// Dropping half at once keeps the common case (a hit) at one hash and one store, with no list to maintain.
@usableFromInline
package struct BoundedCache<Key: Hashable, Value> {
    // All of this file is inlinable: otherwise other modules would hash and compare keys by unspecialised generic code.

    @usableFromInline var entries: [Key: Entry] = [:]
    @usableFromInline var clock: UInt64 = 0
    @usableFromInline let capacity: Int

    @usableFromInline
    struct Entry {
        @usableFromInline let value: Value
        @usableFromInline var lastUse: UInt64

        @inlinable
        init(_ value: Value, _ lastUse: UInt64) {
            self.value = value
            self.lastUse = lastUse
        }
    }

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: how many values are kept at most.
    @inlinable
    package init(capacity: Int) { self.capacity = max(capacity, 2) }

    package var count: Int { entries.count }

    /// The value of a key; nil when none is kept.
    @inlinable
    package mutating func value(for key: Key) -> Value? {
        guard let index = entries.index(forKey: key) else { return nil }
        clock += 1
        entries.values[index].lastUse = clock
        return entries.values[index].value
    }

    /// The value of a key, made when there is none.
    @inlinable
    package mutating func value(for key: Key, make: (Key) throws -> Value) rethrows -> Value {
        if let value = value(for: key) { return value }
        let value = try make(key)
        insert(value, for: key)
        return value
    }

    /// Keeps a value.
    @inlinable
    package mutating func insert(_ value: Value, for key: Key) {
        if entries.count >= capacity { dropOlderHalf() }
        clock += 1
        entries[key] = Entry(value, clock)
    }

    package mutating func removeAll() { entries.removeAll() }

    @usableFromInline
    mutating func dropOlderHalf() {
        let median = entries.values.map(\.lastUse).sorted()[entries.count / 2]
        entries = entries.filter { $0.value.lastUse >= median }
    }
}
