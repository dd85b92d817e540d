// SPDX-License-Identifier: Apache-2.0
// Evaluates trees over plain values and objects: the reference for what stores answer. Predicates are in
// Evaluation+Predicates.swift, expressions in Evaluation+Expressions.swift.

import Foundation

/// Evaluates predicates and expressions over plain values and objects.
package struct PredicateEvaluator: Sendable {
    package let nullSemantics: NullSemantics

    package init(nullSemantics: NullSemantics = .foundation) { self.nullSemantics = nullSemantics }

    /// Whether a predicate holds; an unknown one does not.
    ///
    /// - Parameters:
    ///   - node: The predicate. One that is evaluated often should be prepared first.
    ///   - object: SELF.
    ///   - variables: The values of `$name`.
    /// - Returns: Whether it holds.
    /// - Throws: CoreDataException for keys, variables, types and patterns that make an answer impossible.
    package func evaluate(
        _ node: PredicateNode, with object: Any?, variables: [String: Any] = [:]
    ) throws -> Bool {
        let evaluation = Evaluation(object: object, variables: variables, nullSemantics: nullSemantics)
        return try evaluation.truth(of: node) ?? false
    }

    /// The value of an expression.
    ///
    /// - Parameters:
    ///   - node: The expression.
    ///   - object: SELF.
    ///   - variables: The values of `$name`.
    /// - Returns: The value; numbers that were calculated are NSNumber.
    /// - Throws: CoreDataException for keys, variables and types that make a value impossible.
    package func value(
        of node: ExpressionNode, with object: Any?, variables: [String: Any] = [:]
    ) throws -> Any? {
        try Evaluation(object: object, variables: variables, nullSemantics: nullSemantics).value(of: node)
    }

    /// A predicate with the same answers that looks values up in long constant lists by hashing.
    package static func prepared(_ node: PredicateNode) -> PredicateNode {
        node.rewritten { expression in
            switch expression {
            case .constant(.array(let list)) where list.count > MembershipList.threshold:
                .constant(.object(ConstantObject(MembershipList(list))))
            case .constant(.set(let set)) where set.count > MembershipList.threshold:
                .constant(.object(ConstantObject(MembershipList(Array(set)))))
            default: nil
            }
        }
    }
}

/// One evaluation, with the values of SELF and the variables.
struct Evaluation {
    let object: Any?
    /// The object as `KeyValueReadable`, cast once and not for every key.
    let readable: (any KeyValueReadable)?
    var variables: [String: Any]
    let nullSemantics: NullSemantics

    init(object: Any?, variables: [String: Any], nullSemantics: NullSemantics) {
        self.object = object
        readable = object as? any KeyValueReadable
        self.variables = variables
        self.nullSemantics = nullSemantics
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
