// SPDX-License-Identifier: Apache-2.0
// Truth of predicates: true, false, or nil for unknown, which only the SQL rules for nil produce. ComparisonOperators.swift has
// the operators.

import Foundation
import PerdureBase

extension Evaluation {
    /// Whether a predicate holds; nil for unknown.
    func truth(of node: PredicateNode) throws -> Bool? {
        switch node {
        case .truth(let value):
            return value
        case .comparison(let comparison):
            return try truth(of: comparison)
        case .and(let parts):
            return try truth(of: parts, decidedBy: false)
        case .or(let parts):
            return try truth(of: parts, decidedBy: true)
        case .not(let part):
            return try truth(of: part).map { !$0 }
        case .opaque(let box):
            return box.predicate.evaluate(with: object, substitutionVariables: variables)
        }
    }

    /// AND is decided by the first false, OR by the first true; an unknown part makes the rest unknown.
    private func truth(of parts: [PredicateNode], decidedBy decisive: Bool) throws -> Bool? {
        var result: Bool? = !decisive
        for part in parts {
            switch try truth(of: part) {
            case decisive: return decisive
            case nil: result = nil
            default: break
            }
        }
        return result
    }

    private func truth(of node: ComparisonNode) throws -> Bool? {
        let rules = ComparisonOperators(
            comparison: node.comparison, options: node.options, nullSemantics: nullSemantics,
            isLeftNull: isNull(node.left), isRightNull: isNull(node.right),
            isList: isList(node.comparison == .contains ? node.left : node.right))
        func isUntyped() -> Bool { readsEntry(node.left) || readsEntry(node.right) }
        let other = try constant(of: node.right)
        switch node.qualifier {
        case .direct:
            let (left, right) = try texts(constant(of: node.left), other, node, isUntyped)
            return try rules.wholeTruth(left, right, isUntyped: isUntyped)
        case .any, .all:
            func holds(_ member: ConstantValue) throws -> Bool {
                let (left, right) = try texts(member, other, node) { isUntyped() || readsSet(node.left) }
                return try rules.truth(left, right, isUntyped: isUntyped) == true
            }
            let members = try members(of: node.left)
            return try node.qualifier == .any ? members.contains(where: holds) : members.allSatisfy(holds)
        }
    }

    /// Both sides; literal numbers beside a text become texts.
    private func texts(
        _ left: ConstantValue, _ right: ConstantValue, _ node: ComparisonNode, _ isUntyped: () -> Bool
    ) throws -> (ConstantValue, ConstantValue) {
        if left.text != nil, let texts = node.withTextOnTheLeft, !isUntyped() {
            return (left, try constant(of: texts))
        }
        if right.text != nil, node.qualifier == .direct, let text = node.withTextOnTheRight, !isUntyped() {
            return (try constant(of: text), right)
        }
        return (left, right)
    }

    /// Whether a key path leads into a dictionary attribute, whose values have no declared type.
    private func readsEntry(_ node: ExpressionNode) -> Bool {
        guard case .keyPath(let base, let keys) = node, keys.count > 1 else { return false }
        return keys.indices.dropFirst().contains { end in
            let value = try? value(of: .keyPath(base: base, keys: Array(keys[..<end])))
            if value is DictionaryEntries { return true }
            return value.flatMap(KeyPathReader.members)?.contains { $0 is DictionaryEntries } == true
        }
    }

    /// Whether a key path gives the elements of one attribute of an object, and not one value for each of many objects.
    private func readsSet(_ node: ExpressionNode) -> Bool {
        guard case .keyPath(let base, let keys) = node, let value = try? value(of: node) else { return false }
        let owners: ExpressionNode =
            keys.count > 1 ? .keyPath(base: base, keys: Array(keys.dropLast())) : base
        return Self.depth(of: value) > Self.depth(of: try? self.value(of: owners))
    }

    /// How deep collections lie in collections.
    @inline(never)  // It would be inlined into itself.
    private static func depth(of value: Any?) -> Int {
        guard let members = value.flatMap(KeyPathReader.members) else { return 0 }
        return 1 + (members.lazy.map { depth(of: $0) }.max() ?? 0)
    }

    /// Whether a side is written or bound as nil: then the comparison is a test for nil.
    private func isNull(_ node: ExpressionNode) -> Bool {
        switch node {
        case .constant(let value): value == .null
        case .variable(let name): variables[name].map { ConstantValue($0) == .null } ?? false
        default: false
        }
    }

    /// Whether a collection is written out, and not read from an object.
    private func isList(_ node: ExpressionNode) -> Bool {
        switch node {
        case .constant, .aggregate, .variable: true
        default: false
        }
    }

    /// The members that ANY or ALL tests; nested collections count with their members.
    private func members(of node: ExpressionNode) throws -> [ConstantValue] {
        let value = try value(of: node)
        if let value, !(value is NSNull), KeyPathReader.members(of: value) == nil {
            if readsEntry(node) { return [] }
            throw CoreDataException.invalidArgument(
                "The left hand side for an ALL or ANY operator must be a collection; "
                    + "\(PredicatePrinter.format(node)) is \(ConstantValue(value).kind)")
        }
        return KeyPathReader.flattened(value).map { ConstantValue($0) }
    }
}
