// SPDX-License-Identifier: Apache-2.0
// The parts of an attribute that keys behind its name lead to: elements of a set, entries of a dictionary. The store in
// memory asks here; the translator of PerdureSQL has functions of the database.

import PerdurePredicates

/// The parts of an attribute's value.
struct AttributeParts: Sendable {
    private let rule: MergeRule

    /// - Returns: nil for an attribute whose value has none.
    init?(_ attribute: AttributeDefinition) {
        guard let rule = attribute.merge, rule.hasParts else { return nil }
        self.rule = rule
    }

    /// What predicates see of a stored value.
    func shown(_ stored: StoredValue) -> Any? { rule.shown(stored) }

    /// Looks at what is behind the attribute's name in a key path.
    ///
    /// - Throws: `StoreError.unsupported` for what is no part.
    func check(_ rest: some Collection<String>, path: [String], allowsMany: Bool) throws {
        try rule.check(rest, path: path, allowsMany: allowsMany)
    }

    /// Refuses to compute with parts, which are of no declared type; only aggregates skip what they cannot use.
    func checkComputed(_ path: [String], by function: String, isAggregate: Bool) throws {
        guard isAggregate else { throw StoreError.uncomputed(path, by: function) }
        if rule.kind == .set { throw StoreError.wholeValue(path, rule) }
    }

    /// The part at some keys.
    ///
    /// - Parameters:
    ///   - rest: The keys behind the attribute's name.
    ///   - path: The whole path, for messages.
    ///   - isColumn: Whether it is a column of a result: an entry comes with its type then.
    /// - Returns: nil for the whole value.
    /// - Throws: `StoreError.unsupported` for what is no part.
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

    /// Whether it is an entry as it is sorted by and computed with.
    var isEntry: Bool {
        if case .entry = form { true } else { false }
    }

    /// Whether it is an entry with its type.
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
