// SPDX-License-Identifier: Apache-2.0
// Dictionaries whose keys are paths into nested dictionaries (MRG-46): "window.size" is the key "size" of the dictionary
// under the key "window". The laws hold because of these rules:
//
// - an empty nested dictionary counts as none: removing its last key removes it too, and setting its first key makes it;
// - setting or removing a key absorbs earlier changes below the key; later changes below the key become part of it;
// - nothing goes through a value that is no dictionary: setting below a text is an error, as adding to it is.
//
// Within one change removals come first, then settings, then additions.

import PerdurePropertyList

extension DictionaryDelta {
    func appliedDeep(to value: Value) throws -> Value {
        var result = value
        for (key, entry) in inOrder { try entry.apply(to: &result, key) }
        return result
    }

    func shownDeep(on value: Value) -> Value {
        var result = value
        for (key, entry) in inOrder {
            // A key whose entry no longer fits keeps the value that other writers have given it.
            do { try entry.apply(to: &result, key) } catch { continue }
        }
        return result
    }

    func composedDeep(with later: DictionaryDelta) throws -> DictionaryDelta {
        var result = self
        for (key, entry) in later.inOrder {
            if let ancestor = result.ancestor(of: key) {
                try result.change(below: ancestor, key, entry)
            } else {
                try result.absorb(below: key, entry)
                result.entries[key] =
                    try result.entries[key].map { try $0.composed(with: entry, key) } ?? entry
            }
        }
        return result
    }

    func normalizedDeep(for value: Value) -> DictionaryDelta {
        var result = self
        result.entries = Dictionary(
            uniqueKeysWithValues: inOrder.filter { key, entry in
                !entry.leaves(value.value(at: KeyPathText.parts(key)), key)
            })
        return result
    }

    func invertedDeep(for value: Value) throws -> DictionaryDelta {
        var result = DictionaryDelta(isDeep: true)
        for (key, entry) in normalizedDeep(for: value).inOrder {
            let old = value.value(at: KeyPathText.parts(key))
            if case .add = entry, let old, old.dictionaryValue != nil {
                // The same change removed the values below the key.
                result.entries[key] = .set(old)
            } else {
                result.entries[key] = try entry.inverted(for: old, key)
            }
        }
        for key in result.entries.keys where result.ancestor(of: key) != nil { result.entries[key] = nil }
        return result
    }

    /// The smallest change, key by key for as long as both values are dictionaries.
    static func deepDifference(from old: Value, to new: Value) -> DictionaryDelta {
        var result = DictionaryDelta(isDeep: true)
        result.add(old.withoutEmpty, new.withoutEmpty, below: [])
        return result
    }

    private mutating func add(_ old: Value, _ new: Value, below path: [String]) {
        for key in Set(old.keys).union(new.keys) where old[key] != new[key] {
            let path = path + [key]
            if let (old, new) = Self.dictionaries(old[key], new[key]) {
                add(old, new, below: path)
            } else {
                entries[KeyPathText.text(path)] = new[key].map { .set($0) } ?? .remove
            }
        }
    }

    /// Both values as dictionaries, a missing one as empty; nil when either is another kind of value.
    private static func dictionaries(_ old: PropertyListValue?, _ new: PropertyListValue?) -> (Value, Value)?
    {
        switch (old, new) {
        case (.dictionary(let old), .dictionary(let new)): (old, new)
        case (.dictionary(let old), nil): (old, [:])
        case (nil, .dictionary(let new)): ([:], new)
        default: nil
        }
    }

    // MARK: Keys above and below

    /// Removals first, then settings, then additions; each key before the keys below it.
    private var inOrder: [(key: String, entry: Entry)] {
        entries.map { ($0, $1.withoutEmpty) }.sorted {
            ($0.entry.rank, $0.key.utf8.count, $0.key) < ($1.entry.rank, $1.key.utf8.count, $1.key)
        }
    }

    /// The highest key above a key that has an entry.
    func ancestor(of key: String) -> String? {
        let parts = KeyPathText.parts(key)
        return (1..<max(parts.count, 1)).lazy.map { KeyPathText.text(Array(parts[..<$0])) }
            .first { entries[$0] != nil }
    }

    /// Applies a later entry to the entry of a key above it.
    private mutating func change(below ancestor: String, _ key: String, _ later: Entry) throws {
        let rest = Array(KeyPathText.parts(key)[KeyPathText.parts(ancestor).count...])
        var nested: Value = [:]
        switch entries[ancestor] {
        case .set(.dictionary(let value)): nested = value.withoutEmpty
        case .remove: break
        default:
            // There is nothing to remove below a value that is no dictionary.
            if case .remove = later { return }
            throw KeyPathText.noDictionary(ancestor, key)
        }
        try later.apply(to: &nested, KeyPathText.text(rest))
        entries[ancestor] = nested.isEmpty ? .remove : .set(.dictionary(nested))
    }

    /// Drops the entries below a key that a later entry makes void.
    private mutating func absorb(below key: String, _ later: Entry) throws {
        let below = entries.filter { KeyPathText.isBelow($0.key, key) }
        if case .add = later {
            // A number cannot be added to a value that the change has made a dictionary.
            guard below.values.allSatisfy({ $0 == .remove }) else { throw MergeError.notANumber(key: key) }
        } else {
            for key in below.keys { entries[key] = nil }
        }
    }
}

extension DictionaryDelta.Entry {
    fileprivate var rank: Int {
        switch self {
        case .remove: 0
        case .set: 1
        case .add: 2
        }
    }

    /// The same entry, where setting only empty dictionaries is a removal.
    fileprivate var withoutEmpty: Self {
        guard case .set(.dictionary(let value)) = self else { return self }
        let rest = value.withoutEmpty
        return rest.isEmpty ? .remove : .set(.dictionary(rest))
    }

    /// Applies the entry to the value at a path.
    fileprivate func apply(to value: inout [String: PropertyListValue], _ key: String) throws {
        let parts = KeyPathText.parts(key)
        let new = try applied(to: value.value(at: parts), key)
        guard value.set(new, at: parts[...]) else { throw KeyPathText.noDictionary(nil, key) }
    }
}

extension [String: PropertyListValue] {
    /// The value at a path; nil where there is none.
    package func value(at path: [String]) -> PropertyListValue? {
        var found = PropertyListValue.dictionary(self)
        for key in path {
            guard case .dictionary(let values) = found, let next = values[key] else { return nil }
            found = next
        }
        return found
    }

    /// The same dictionary without nested dictionaries that hold nothing.
    package var withoutEmpty: Self {
        compactMapValues { value in
            guard case .dictionary(let nested) = value else { return value }
            let rest = nested.withoutEmpty
            return rest.isEmpty ? nil : .dictionary(rest)
        }
    }

    /// Sets or removes the value at a path; false when a value on the way is no dictionary.
    fileprivate mutating func set(_ value: PropertyListValue?, at path: ArraySlice<String>) -> Bool {
        guard let key = path.first, path.count > 1 else {
            if let key = path.first { self[key] = value }
            return true
        }
        switch self[key] {
        case .dictionary(var nested):
            guard nested.set(value, at: path.dropFirst()) else { return false }
            self[key] = nested.isEmpty ? nil : .dictionary(nested)
        case nil where value != nil:
            var nested: Self = [:]
            _ = nested.set(value, at: path.dropFirst())
            self[key] = .dictionary(nested)
        case nil: break
        default: return value == nil
        }
        return true
    }
}

/// Paths as texts: keys with dots between them.
///
/// A backslash stands before a dot that is part of a key, and before a backslash.
package enum KeyPathText {
    package static func parts(_ text: String) -> [String] {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }) else {
            return [text]
        }
        var parts = [""]
        var isQuoted = false
        for character in text.unicodeScalars {
            switch character {
            case "\\" where !isQuoted:
                isQuoted = true
                continue
            case "." where !isQuoted: parts.append("")
            default: parts[parts.count - 1].unicodeScalars.append(character)
            }
            isQuoted = false
        }
        return parts
    }

    package static func text(_ parts: [String]) -> String {
        parts.map { part in
            part.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
        }.joined(separator: ".")
    }

    fileprivate static func isBelow(_ key: String, _ other: String) -> Bool {
        let (parts, start) = (parts(key), parts(other))
        return parts.count > start.count && parts.starts(with: start)
    }

    fileprivate static func noDictionary(_ ancestor: String?, _ key: String) -> MergeError {
        .unusable("'\(key)' leads through \(ancestor.map { "'\($0)', which" } ?? "what") is no dictionary")
    }
}
