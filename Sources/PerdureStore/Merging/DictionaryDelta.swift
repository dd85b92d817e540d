// SPDX-License-Identifier: Apache-2.0
// The change of a dictionary: each key is set, removed or added to. DeepDictionary.swift has the keys of nested dictionaries.

import PerdurePropertyList

/// The change of a dictionary, which is never nil (MRG-40 to MRG-46).
package struct DictionaryDelta: MergeDelta {
    /// What happens to one key.
    package enum Entry: Sendable, Equatable {
        case set(PropertyListValue)
        case remove
        /// Adds a number to the present value, or to 0.
        case add(PropertyListValue)
    }

    package typealias Value = [String: PropertyListValue]

    package var entries: [String: Entry]
    /// Whether keys are paths; the composition with any other change has paths too.
    package var isDeep: Bool

    package init(_ entries: [String: Entry] = [:], isDeep: Bool = false) {
        self.entries = entries
        self.isDeep = isDeep
    }

    package static let identity = DictionaryDelta()
    package var isIdentity: Bool { entries.isEmpty }

    package static func == (left: DictionaryDelta, right: DictionaryDelta) -> Bool {
        left.entries == right.entries && (left.isDeep == right.isDeep || left.isIdentity)
    }

    package func applied(to value: Value) throws -> Value {
        if isDeep { return try appliedDeep(to: value) }
        var result = value
        for (key, entry) in entries { result[key] = try entry.applied(to: value[key], key) }
        return result
    }

    package func shown(on value: Value) -> Value {
        if isDeep { return shownDeep(on: value) }
        var result = value
        for (key, entry) in entries {
            // A key whose entry no longer fits keeps the value that other writers have given it.
            do { result[key] = try entry.applied(to: value[key], key) } catch { continue }
        }
        return result
    }

    package func composed(with later: DictionaryDelta) throws -> DictionaryDelta {
        if isDeep || later.isDeep { return try deep.composedDeep(with: later) }
        var result = entries
        for (key, entry) in later.entries {
            result[key] = try entries[key].map { try $0.composed(with: entry, key) } ?? entry
        }
        return DictionaryDelta(result)
    }

    package func normalized(for value: Value) -> DictionaryDelta {
        if isDeep { return normalizedDeep(for: value) }
        return DictionaryDelta(entries.filter { key, entry in !entry.leaves(value[key], key) })
    }

    package func inverted(for value: Value) throws -> DictionaryDelta {
        if isDeep { return try invertedDeep(for: value) }
        var result: [String: Entry] = [:]
        for (key, entry) in entries where !entry.leaves(value[key], key) {
            result[key] = try entry.inverted(for: value[key], key)
        }
        return DictionaryDelta(result)
    }

    /// The entries of the keys that satisfy a condition.
    package func filtered(_ isIncluded: (String) -> Bool) -> DictionaryDelta {
        DictionaryDelta(entries.filter { isIncluded($0.key) }, isDeep: isDeep)
    }

    /// The value of a key, or at the end of a path.
    package func value(of key: String, in value: Value) -> PropertyListValue? {
        isDeep ? value.value(at: KeyPathText.parts(key)) : value[key]
    }

    /// The same change with keys as paths.
    package var deep: DictionaryDelta { DictionaryDelta(entries, isDeep: true) }

    package static func difference(from old: Value, to new: Value) -> DictionaryDelta {
        var result: [String: Entry] = [:]
        for (key, value) in new where old[key] != value { result[key] = .set(value) }
        for key in old.keys where new[key] == nil { result[key] = .remove }
        return DictionaryDelta(result)
    }
}

extension DictionaryDelta.Entry {
    func applied(to value: PropertyListValue?, _ key: String) throws -> PropertyListValue? {
        switch self {
        case .set(let new): new
        case .remove: nil
        case .add(let amount): try value.map { try $0.plus(amount, key) } ?? amount.asNumber(key)
        }
    }

    /// Whether the entry changes nothing; false for an entry that does not fit.
    func leaves(_ value: PropertyListValue?, _ key: String) -> Bool {
        do { return try applied(to: value, key) == value } catch { return false }
    }

    func composed(with later: Self, _ key: String) throws -> Self {
        guard case .add(let amount) = later else { return later }
        switch self {
        case .set(let value): return .set(try value.plus(amount, key))
        case .remove: return .set(try amount.asNumber(key))
        case .add(let first): return .add(try first.plus(amount, key))
        }
    }

    /// The entry that adds the negative amount; entries that add nothing stay as they are.
    func negated(_ key: String) throws -> Self {
        guard case .add(let amount) = self else { return self }
        return .add(try amount.negated(key))
    }

    func inverted(for value: PropertyListValue?, _ key: String) throws -> Self {
        guard let value else { return .remove }
        guard case .add(let amount) = self, let back = try? amount.negated(key),
            // Subtracting a fraction does not give the integer back: it must be set.
            value.isReal || !amount.isReal
        else { return .set(value) }
        return .add(back)
    }
}

extension PropertyListValue {
    /// The sum of two numbers; two integers give an integer, else the sum is a fraction.
    fileprivate func plus(_ other: PropertyListValue, _ key: String) throws -> PropertyListValue {
        if case .integer(let left) = self, case .integer(let right) = other {
            return .integer(try left.plus(right))
        }
        return .real(try asReal(key).plus(other.asReal(key)))
    }

    fileprivate func negated(_ key: String) throws -> PropertyListValue {
        if case .integer(let number) = self { return .integer(try Int64.zero.minus(number)) }
        return .real(-(try asReal(key)))
    }

    fileprivate func asNumber(_ key: String) throws -> PropertyListValue {
        if case .integer = self { return self }
        return .real(try asReal(key).plus(0))
    }

    fileprivate var isReal: Bool { if case .real = self { true } else { false } }

    private func asReal(_ key: String) throws -> Double {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .real(let number): number
        default: throw MergeError.notANumber(key: key)
        }
    }
}
