// SPDX-License-Identifier: Apache-2.0
// Sets and dictionaries that merge, as operands. Their bytes are a plain column; SQL functions (MergedFunction) read elements
// and entries from it. Comparisons are in PredicateTranslator+Merged.swift.

import PerdurePredicates
import PerdureStore

/// A part of a set or dictionary at the end of a key path.
struct MergedOperand {
    enum Part {
        /// All elements of a set.
        case elements(MergeRule.Element)
        /// A whole dictionary.
        case dictionary
        case entry([String])
    }

    let part: Part
    /// The column with the bytes.
    let value: SQLExpression
    let column: AttributeColumn
    let owner: PathNode
    let rule: MergeRule
    /// The key path, for messages.
    let keys: [String]
    /// Whether the operand belongs to a member of a relationship under ANY or ALL.
    var isOfMember = false

    /// Finds the part for the keys that follow the attribute's name.
    ///
    /// - Throws: `StoreError.unsupported` for keys that lead to no part.
    init(_ rule: MergeRule, _ column: AttributeColumn, rest: [String], owner: PathNode, path: [String]) throws
    {
        self.rule = rule
        self.column = column
        self.owner = owner
        keys = path
        value = try owner.column(column.name)
        switch (rule.kind, rest.isEmpty) {
        case (.set, true): part = .elements(rule.element)
        case (.dictionary, true): part = .dictionary
        case (.dictionary, false): part = .entry(rest)
        default: throw StoreError.wholeValue(path, rule)
        }
    }

    var isSet: Bool {
        if case .elements = part { return true }
        return false
    }

    /// The form in which the comparison function reads the column: a path to an entry, or a number for a type of elements.
    func form() throws -> SQLExpression {
        guard !column.form.mayLieInFile else {
            throw StoreError.unsupported(
                "the attribute \(keys.joined(separator: ".")) may lie in files, which a database does not read: "
                    + "do without allowsExternalBinaryDataStorage, or fetch more and filter in memory")
        }
        switch part {
        case .elements(let element): return .literal(MergedForm(element).rawValue)
        case .entry(let path): return .value(.text(path.joined(separator: ".")))
        case .dictionary: throw StoreError.wholeValue(keys, rule)
        }
    }

    /// The kind of the elements; nil for entries, which may be of any kind.
    var kind: ValueKind? {
        guard case .elements(let element) = part else { return nil }
        switch element {
        case .string, .uri: return .text
        case .integer: return .number
        case .uuid: return .uuid
        }
    }

    /// An entry as a plain value, for sorting and computing.
    func plain(onlyNumbers: Bool = false) throws -> SQLExpression {
        guard case .entry = part else { throw StoreError.unordered(keys, rule) }
        return .call(MergedFunction.entry.rawValue, [value, try form(), .literal(onlyNumbers ? 1 : 0)])
    }

    /// An entry with its type, as bytes.
    func packed() throws -> SQLExpression {
        .call(MergedFunction.packedEntry.rawValue, [value, try form()])
    }

    /// The number of elements in the set; unknown when the owner is missing.
    func count() throws -> SQLExpression {
        guard isSet else { throw StoreError.wholeValue(keys, rule) }
        return owned(.call(MergedFunction.count.rawValue, [value, try form()]))
    }

    /// Makes a result unknown if the owner is missing: without an owner there is no collection, not an empty one.
    func owned(_ result: SQLExpression) -> SQLExpression {
        owner.isOptional ? .choice(.isNotNull(owner.key), then: result, otherwise: .null) : result
    }
}
