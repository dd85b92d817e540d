// SPDX-License-Identifier: Apache-2.0
// The parts of an attribute's value that a key path can name: elements of a set, entries of a dictionary. The in-memory store
// uses this file; the translator of PerdureSQL uses functions of the database.

import PerdurePredicates

/// The parts of an attribute's value.
struct AttributeParts: Sendable {
    private let rule: MergeRule

    /// - Returns: nil for an attribute whose value has no parts.
    init?(_ attribute: AttributeDefinition) {
        guard let rule = attribute.merge, rule.hasParts else { return nil }
        self.rule = rule
    }

    /// The form of a stored value that predicates read.
    func shown(_ stored: StoredValue) -> Any? { rule.shown(stored) }

    /// Checks the keys after the attribute's name in a key path.
    ///
    /// - Throws: `StoreError.unsupported` for keys that name no part.
    func check(_ rest: some Collection<String>, path: [String], allowsMany: Bool) throws {
        try rule.check(rest, path: path, allowsMany: allowsMany)
    }

    /// Refuses to compute with parts, because they have no declared type; only aggregates skip unsuitable values.
    func checkComputed(_ path: [String], by function: String, isAggregate: Bool) throws {
        guard isAggregate else { throw StoreError.uncomputed(path, by: function) }
        if rule.kind == .set { throw StoreError.wholeValue(path, rule) }
    }

    /// Finds the part that keys name.
    ///
    /// - Parameters:
    ///   - rest: The keys behind the attribute's name.
    ///   - path: The whole path, for messages.
    ///   - isColumn: Whether the part is a column of a result: then an entry comes with its type.
    /// - Returns: nil for the whole value.
    /// - Throws: `StoreError.unsupported` for keys that name no part.
    func part(at rest: [String], path: [String], isColumn: Bool) throws -> AttributePart? {
        if isColumn, rest.isEmpty { return nil }
        guard rule.allows(rest) else { throw StoreError.unordered(path, rule) }
        if rule.kind == .set { return AttributePart(rule: rule, form: .count) }
        return AttributePart(rule: rule, form: isColumn ? .packed(rest) : .entry(rest))
    }
}

/// A part of a value, found once and read from many rows.
struct AttributePart {
    fileprivate let rule: MergeRule
    fileprivate let form: Form

    fileprivate enum Form {
        case entry([String])
        /// An entry with its type, as bytes.
        case packed([String])
        /// How many elements there are.
        case count
    }

    /// Whether the part is an entry in the form for sorting and computing.
    var isEntry: Bool {
        if case .entry = form { true } else { false }
    }

    /// Whether the part is an entry with its type.
    var isPacked: Bool {
        if case .packed = form { true } else { false }
    }

    /// The part of a stored value.
    func value(of stored: StoredValue) -> StoredValue {
        let content = rule.readable(stored)
        switch form {
        case .entry(let path): return StoredValue(entry: content.entry(at: path))
        case .packed(let path):
            return content.entry(at: path).flatMap { try? $0.packed() }.map { .data($0) } ?? .null
        case .count: return .integer(Int64(content.partCount))
        }
    }
}

extension AttributeDefinition {
    /// The parts that fetches ask for.
    var parts: AttributeParts? { AttributeParts(self) }
}

extension PropertyLayout {
    /// The parts that fetches ask for.
    var parts: AttributeParts? { attribute?.parts }
}

extension PropertyLayout {
    /// The part of a stored value by which objects are sorted, such as an entry of a dictionary.
    ///
    /// - Parameters:
    ///   - keys: The keys behind the property's name.
    ///   - stored: The value in a row.
    /// - Returns: nil for keys that name no part.
    package func sortValue(at keys: ArraySlice<String>, of stored: StoredValue) -> StoredValue? {
        guard let parts, let part = try? parts.part(at: Array(keys), path: [name] + keys, isColumn: false)
        else { return nil }
        return part.value(of: stored)
    }
}
