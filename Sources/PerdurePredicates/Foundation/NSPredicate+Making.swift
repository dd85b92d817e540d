// SPDX-License-Identifier: Apache-2.0
// NSPredicate(format:) and the other initialisers that Foundation on Linux lacks. An initialiser in a protocol extension may
// assign `self`, so it returns objects of this module's subclasses. Evaluation is in NSPredicate+Evaluation.swift.

import Foundation
import PerdureBase

/// Carries the initialisers that Foundation on Linux lacks; only NSPredicate conforms.
public protocol _PredicateFactory {}

extension NSPredicate: _PredicateFactory {}

extension _PredicateFactory where Self: NSPredicate {
    /// Reads a predicate from text; stops the process if the text is invalid.
    ///
    /// Use `init(validating:arguments:)` for text that comes from outside the program.
    ///
    /// ```swift
    /// let grown = NSPredicate(format: "age >= %d AND name BEGINSWITH[c] %@", 18, "z")
    /// ```
    ///
    /// - Parameters:
    ///   - predicateFormat: The text.
    ///   - args: Values for `%@`, `%K` and the numeric forms; nil stands for nil.
    public init(format predicateFormat: String, _ args: Any?...) {
        self = stopping { try Self.parsed(predicateFormat, args) }
    }

    /// Reads a predicate from text; stops the process if the text is invalid.
    ///
    /// - Parameters:
    ///   - predicateFormat: The text.
    ///   - arguments: Values for `%@`, `%K` and the numeric forms.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = stopping { try Self.parsed(predicateFormat, arguments ?? []) }
    }

    /// Reads a predicate from text that may be wrong.
    ///
    /// - Parameters:
    ///   - predicateFormat: The text.
    ///   - arguments: Values for `%@`, `%K` and the numeric forms; nil stands for nil.
    /// - Throws: `CoreDataException` (`NSInvalidArgumentException`) that says what is wrong and where.
    public init(validating predicateFormat: String, arguments: [Any?] = []) throws {
        self = try Self.parsed(predicateFormat, arguments)
    }

    private static func parsed(_ format: String, _ arguments: [Any?]) throws -> Self {
        let node = try PredicateParser.parse(format, arguments: arguments.map { ConstantValue(given: $0) })
        guard let predicate = NSPredicate.predicate(of: node) as? Self else {
            throw CoreDataException.invalidArgument(
                "\"\(format)\" is no \(Self.self); call NSPredicate(format:)")
        }
        return predicate
    }
}
