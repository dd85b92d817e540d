// SPDX-License-Identifier: Apache-2.0
// Long constant lists with an index: what a predicate looks values up in is indexed before it is evaluated often.

import Foundation

extension PredicateEvaluator {
    /// A predicate with the same answers that looks values up in long constant lists by hashing.
    package static func prepared(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .truth, .opaque: node
        case .comparison(let comparison): .comparison(prepared(comparison))
        case .and(let parts): .and(parts.map(prepared))
        case .or(let parts): .or(parts.map(prepared))
        case .not(let part): .not(prepared(part))
        }
    }

    /// Only the list of IN or CONTAINS has an index: everywhere else a list is a value like others.
    private static func prepared(_ node: ComparisonNode) -> ComparisonNode {
        var node = node
        let isSearched = node.comparison == .contains && node.qualifier == .direct
        node.left = isSearched ? indexed(node.left) : prepared(node.left)
        node.right = node.comparison == .isIn ? indexed(node.right) : prepared(node.right)
        return node
    }

    /// Prepares the predicates inside of an expression.
    private static func prepared(_ node: ExpressionNode) -> ExpressionNode {
        node.rewritten { part in
            switch part {
            case .subquery(let collection, let variable, let predicate):
                .subquery(
                    collection: prepared(collection), variable: variable, predicate: prepared(predicate))
            case .conditional(let test, let yes, let no):
                .conditional(prepared(test), prepared(yes), prepared(no))
            default: nil
            }
        }
    }

    private static func indexed(_ node: ExpressionNode) -> ExpressionNode {
        switch node {
        case .constant(.array(let list)) where list.count > MembershipList.threshold:
            .constant(.object(ConstantObject(MembershipList(list))))
        case .constant(.set(let set)) where set.count > MembershipList.threshold:
            .constant(.object(ConstantObject(MembershipList(Array(set)))))
        default: prepared(node)
        }
    }
}

/// A constant list with an index for IN.
final class MembershipList: NSObject, Sendable {
    /// A search is as quick in lists up to this length.
    static let threshold = 8

    let elements: [ConstantValue]
    private let keys: Set<ConstantValue>
    /// The texts of the numbers in the list.
    private let numberTexts: Set<String>
    /// The objects whose keys change with their save.
    private let unsaved: [ConstantValue]

    init(_ elements: [ConstantValue]) {
        self.elements = elements
        keys = Set(elements.map(\.comparisonKey))
        unsaved = elements.filter(\.mayChangeIdentity)
        numberTexts = Set(elements.compactMap(\.numberText))
    }

    /// Whether a value equals an element; a UUID also equals its text in any case, which has another key.
    func contains(_ value: ConstantValue) -> Bool {
        if keys.contains(value.comparisonKey) { return true }
        switch value {
        case .string(let text) where numberTexts.contains(text): return true
        case .string(let text): return UUID(uuidString: text).map { keys.contains(.uuid($0)) } ?? false
        case .uuid: return elements.contains { $0.text != nil && ComparisonRules.equal(value, $0, []) }
        case .object: return unsaved.contains { ComparisonRules.equal(value, $0, []) }
        default: return false
        }
    }
}

extension ConstantValue {
    fileprivate var mayChangeIdentity: Bool {
        guard case .object(let box) = self else { return false }
        return (box.object as? any IdentityReadable)?.mayChangeIdentity ?? false
    }
}
