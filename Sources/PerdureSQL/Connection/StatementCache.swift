// SPDX-License-Identifier: Apache-2.0
// Prepared statements by their text. Each connection owns one.

/// A bounded cache by text: when it is full, the half that was used longest ago goes.
///
/// Dropping half at once keeps the common case (a hit) at one hash and one store, with no list to maintain.
package struct StatementCache<Statement> {
    private var entries: [String: Entry] = [:]
    private var clock: UInt64 = 0
    private let capacity: Int

    private struct Entry {
        let statement: Statement
        var lastUse: UInt64
    }

    package init(capacity: Int) { self.capacity = max(capacity, 2) }

    package var count: Int { entries.count }

    /// The statement of a text, made when there is none.
    package mutating func statement(for text: String, make: (String) throws -> Statement) rethrows
        -> Statement
    {
        clock += 1
        if let index = entries.index(forKey: text) {
            entries.values[index].lastUse = clock
            return entries.values[index].statement
        }
        let statement = try make(text)
        if entries.count >= capacity { dropOlderHalf() }
        entries[text] = Entry(statement: statement, lastUse: clock)
        return statement
    }

    package mutating func removeAll() { entries.removeAll() }

    private mutating func dropOlderHalf() {
        let median = entries.values.map(\.lastUse).sorted()[entries.count / 2]
        entries = entries.filter { $0.value.lastUse >= median }
    }
}
