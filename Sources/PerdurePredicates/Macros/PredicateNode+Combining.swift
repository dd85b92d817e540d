// SPDX-License-Identifier: Apache-2.0
// Builds AND and OR without their constant parts, and tells whether a predicate can hold where a value is nil. Truth and
// Presence (Term.swift) are built of these.

extension PredicateNode {
    /// AND of parts; true and false parts vanish.
    static func all(_ parts: [PredicateNode]) -> PredicateNode {
        var result: [PredicateNode] = []
        for part in parts where part != .truth(true) {
            switch part {
            case .truth(false): return .truth(false)
            case .and(let inner): result += inner
            default: result.append(part)
            }
        }
        return result.isEmpty ? .truth(true) : result.count == 1 ? result[0] : .and(result)
    }

    /// OR of parts; true and false parts vanish.
    static func any(_ parts: [PredicateNode]) -> PredicateNode {
        var result: [PredicateNode] = []
        for part in parts where part != .truth(false) {
            switch part {
            case .truth(true): return .truth(true)
            case .or(let inner): result += inner
            default: result.append(part)
            }
        }
        return result.isEmpty ? .truth(false) : result.count == 1 ? result[0] : .or(result)
    }

    /// Whether the predicate cannot hold where an expression is nil, under both rules for nil.
    func excludesNil(of node: ExpressionNode) -> Bool {
        switch self {
        case .truth(let value): !value
        case .and(let parts): parts.contains { $0.excludesNil(of: node) }
        case .or(let parts): parts.allSatisfy { $0.excludesNil(of: node) }
        case .comparison(let comparison): comparison.excludesNil(of: node)
        case .not, .opaque: false
        }
    }
}

extension ComparisonNode {
    fileprivate func excludesNil(of node: ExpressionNode) -> Bool {
        guard qualifier == .direct else { return false }
        switch comparison {
        case .notEqual:
            return right == .constant(.null) && left.isNil(with: node)
        case .equal:
            // nil equals nil, so the other side must be a value that is not nil.
            return right.isValue && left.isNil(with: node) || left.isValue && right.isNil(with: node)
        case .isIn:
            return left.isNil(with: node)
        case .contains:
            return left.isNil(with: node)
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            return left.isNil(with: node) || right.isNil(with: node)
        case .beginsWith, .endsWith, .like, .matches, .between:
            return left.isNil(with: node)
        case .customSelector:
            return false
        }
    }
}

extension ExpressionNode {
    /// Whether the expression is nil wherever another one is.
    func isNil(with other: ExpressionNode) -> Bool {
        if self == other { return true }
        switch self {
        case .keyPath(let base, let keys):
            if case .keyPath(let otherBase, let otherKeys) = other, otherBase == base {
                return keys.starts(with: otherKeys)
            }
            return base.isNil(with: other)
        case .function(let call):
            return !PredefinedFunction.statistics.contains(call.name)
                && call.arguments.contains { $0.isNil(with: other) }
        default: return false
        }
    }

    fileprivate var isValue: Bool {
        if case .constant(let value) = self { return value != .null }
        return false
    }

    /// The expression that reads keys from the object of this one.
    func reading(_ keys: [String]) -> ExpressionNode {
        if case .keyPath(let base, let first) = self { return .keyPath(base: base, keys: first + keys) }
        return .keyPath(base: self, keys: keys)
    }
}
