// SPDX-License-Identifier: Apache-2.0
// Numbers for keys of others' tables that are no whole numbers (PG-61): UUIDs, texts, keys of several columns. Above the engine
// every key is a number; here each text of a key gets one, for as long as the store is open. KeyedStatement.swift exchanges them
// where statements leave, and what reads results exchanges them back.

#if PostgreSQL
import PerdureBase

/// The numbers and texts of the keys that an engine has met.
///
/// A text begins with the number of its hierarchy, so that equal keys of two tables have two numbers.
final class KeyDirectory: Sendable {
    private struct Entries {
        var numbers: [String: Int64] = [:]
        /// The text of number n at n - 1; nil for a new object that has none yet.
        var texts: [String?] = []
    }

    private let entries = Lock(Entries())

    /// The number of a key, which is given at its first use.
    func number(of text: String) -> Int64 {
        entries.withLock { entries in
            if let number = entries.numbers[text] { return number }
            entries.texts.append(text)
            let number = Int64(entries.texts.count)
            entries.numbers[text] = number
            return number
        }
    }

    /// The number of the row that has a key, which was noted as that of a new object.
    func number(of text: String, besides number: Int64) -> Int64 {
        entries.withLock { if $0.numbers[text] == number { $0.numbers[text] = nil } }
        return self.number(of: text)
    }

    /// The text of a key; nil for a number without one.
    func text(of number: Int64) -> String? {
        entries.withLock { entries in
            let index = Int(clamping: number) - 1
            return entries.texts.indices.contains(index) ? entries.texts[index] : nil
        }
    }

    /// Gives numbers to new objects, whose keys are not known yet.
    func reserve(_ count: Int) -> [Int64] {
        entries.withLock { entries in
            let first = Int64(entries.texts.count) + 1
            entries.texts.append(contentsOf: repeatElement(nil, count: count))
            return (0..<Int64(count)).map { first + $0 }
        }
    }

    /// Notes the key of a new object.
    ///
    /// - Returns: Whether results show the object under this number at once. A key that had another object before leads to the
    ///   new one after `publish`, when its row is there.
    func bind(_ number: Int64, to text: String) -> Bool {
        entries.withLock { entries in
            let index = Int(clamping: number) - 1
            guard entries.texts.indices.contains(index) else { return false }
            // A save that failed may be tried again with another key.
            if let old = entries.texts[index], old != text, entries.numbers[old] == number {
                entries.numbers[old] = nil
            }
            entries.texts[index] = text
            if entries.numbers[text] == nil { entries.numbers[text] = number }
            return entries.numbers[text] == number
        }
    }

    /// Lets a key lead to the object that was saved under it last.
    func publish(_ text: String, as number: Int64) {
        entries.withLock { $0.numbers[text] = number }
    }
}
#endif
