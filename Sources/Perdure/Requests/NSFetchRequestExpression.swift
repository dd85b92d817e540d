// SPDX-License-Identifier: Apache-2.0
// A fetch as an expression in a predicate: FETCH(request, context, countOnly). The syntax tree has a node for it. The context
// runs the fetch (PerdurePredicates/KeyPaths/RequestEvaluating.swift).

import Foundation
import PerdureBase
import PerdurePredicates

import class PerdurePredicates.NSExpression

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The type of expressions that fetch.
public let NSFetchRequestExpressionType = NSExpression.ExpressionType.fetchRequest

/// An expression whose value is the result of a fetch: an array of objects, or their number.
///
/// ```swift
/// let count = NSFetchRequestExpression.expression(
///     forFetch: NSExpression(forConstantValue: request), context: NSExpression(forConstantValue: context),
///     countOnly: true)
/// ```
///
/// The expression is evaluated on the queue of its context. In the predicate of a fetch it is evaluated once, before the stores
/// are accessed, when its parts are constants. When its parts depend on the object under test, the fetch is refused.
open class NSFetchRequestExpression: NSExpression {
    /// Makes an expression that fetches.
    ///
    /// - Parameters:
    ///   - fetch: An expression whose value is an `NSFetchRequest`.
    ///   - context: An expression whose value is the context to fetch in.
    ///   - countFlag: Whether the value is the number of results.
    /// - Returns: The expression, an `NSFetchRequestExpression`.
    open class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression {
        NSFetchRequestExpression(
            node: .fetch(request: fetch.node, context: context.node, countOnly: countFlag))
    }

    /// The expression whose value is the request.
    open var requestExpression: NSExpression { NSExpression(node: parts.request) }

    /// The expression whose value is the context.
    open var contextExpression: NSExpression { NSExpression(node: parts.context) }

    /// Whether the value is the number of results.
    open var isCountOnlyRequest: Bool { parts.countOnly }

    private var parts: (request: ExpressionNode, context: ExpressionNode, countOnly: Bool) {
        guard case .fetch(let request, let context, let countOnly) = node else {
            return (.constant(.null), .constant(.null), false)
        }
        return (request, context, countOnly)
    }
}

extension NSManagedObjectContext: RequestEvaluating {
    package func evaluate(request: Any?, countOnly: Bool) throws -> Any? {
        guard let request = request as? NSPersistentStoreRequest, let values = request.fetch else {
            throw CoreDataException.invalidArgument(
                "The request of a FETCH expression is \(request.map { "\($0)" } ?? "nil"), and no NSFetchRequest."
            )
        }
        let fetch = NSFetchRequest<any NSFetchRequestResult>(values)
        if countOnly { return NSNumber(value: try count(for: fetch)) }
        let found: [Any] = try self.fetch(fetch)
        return found
    }
}

extension NSPredicate {
    /// The predicate with each FETCH expression replaced by its value; most predicates have none.
    ///
    /// - Throws: the errors of the fetches.
    package final func fetchingConstants() throws -> NSPredicate {
        let node = node
        guard node.hasFetch else { return self }
        let evaluator = PredicateEvaluator()
        return NSPredicate.predicate(
            of: try node.rewritten { expression in
                guard case .fetch = expression, expression.isFixed else { return nil }
                return .constant(ConstantValue(try evaluator.value(of: expression, with: nil)))
            })
    }
}

extension ExpressionNode {
    /// Whether a FETCH expression has the same value for all objects.
    fileprivate var isFixed: Bool {
        guard case .fetch(.constant, .constant, _) = self else { return false }
        return true
    }
}
