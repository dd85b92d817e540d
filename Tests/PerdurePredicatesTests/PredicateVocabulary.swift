// SPDX-License-Identifier: Apache-2.0
// What the suites share: short ways to parse, evaluate and read errors, and an object with keys.

import Foundation
import PerdureBase
import Testing

@testable import PerdurePredicates

// A file that imports Foundation too must say whose classes it means.
typealias NSExpression = PerdurePredicates.NSExpression
typealias NSComparisonPredicate = PerdurePredicates.NSComparisonPredicate

/// Parses with arguments of any type.
func parse(_ format: String, _ arguments: Any?...) throws -> PredicateNode {
    try PredicateParser.parse(format, arguments: arguments.map { ConstantValue($0) })
}

/// The canonical text of a format string.
func canonical(_ format: String, _ arguments: Any?...) throws -> String {
    PredicatePrinter.format(
        try PredicateParser.parse(format, arguments: arguments.map { ConstantValue($0) }))
}

/// Evaluates a format string.
func evaluate(
    _ format: String, _ object: Any?, _ arguments: [Any?] = [], variables: [String: Any] = [:],
    nulls: NullSemantics = .foundation
) throws -> Bool {
    let node = try PredicateParser.parse(format, arguments: arguments.map { ConstantValue($0) })
    let evaluator = PredicateEvaluator(nullSemantics: nulls)
    let result = try evaluator.evaluate(node, with: object, variables: variables)
    let prepared = PredicateEvaluator.prepared(node)
    #expect(
        try evaluator.evaluate(prepared, with: object, variables: variables) == result, "prepared: \(format)")
    return result
}

/// The value of an expression's text.
func value(_ format: String, _ object: Any? = nil, _ arguments: Any?...) throws -> ConstantValue {
    let constants = arguments.map { ConstantValue($0) }
    let node = try PredicateParser.parseExpression(format, arguments: constants)
    return ConstantValue(try PredicateEvaluator().value(of: node, with: object))
}

/// The reason of the exception that a body throws.
func reason(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch let exception as CoreDataException {
        return exception.reason
    } catch {
        return "another error: \(error)"
    }
}

/// An object that offers its keys, as managed objects do.
final class Record: NSObject, KeyValueReadable, StoredReferenceReadable {
    let values: [String: Any]
    let storedReference: StoredReference?

    init(_ values: [String: Any], reference: Int64? = nil) {
        self.values = values
        storedReference = reference.map { StoredReference(entity: 1, root: 1, number: $0) }
    }

    func readValue(forKey key: String) throws -> Any? {
        guard let value = values[key] else {
            throw CoreDataException(name: .undefinedKeyException, reason: "no key \(key)")
        }
        return value is NSNull ? nil : value
    }
}
