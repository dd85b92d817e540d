// SPDX-License-Identifier: Apache-2.0
// NSPredicate(#Predicate { … }): the entrance to the translation of Swift's predicates. The walk is
// TranslatableExpression.swift, the result an ordinary predicate, for memory and for stores.

import Foundation
import PerdureBase

extension _PredicateFactory where Self: NSPredicate {
    /// Makes a predicate of a Swift predicate, for fetches and for evaluation in memory.
    ///
    /// ```swift
    /// request.predicate = NSPredicate(#Predicate<Movie> { $0.year > 2000 && $0.director?.name != "Zoë" })
    /// ```
    ///
    /// nil has Swift's meaning, in stores too: `$0.year != 5` holds where `year` is nil.
    ///
    /// The result is nil if a part of it has no form; `init(validating:)` says which one.
    ///
    /// - Parameter predicate: The predicate.
    public init?<Input: NSObject>(_ predicate: Predicate<Input>) {
        guard let made = try? Self(validating: predicate) else { return nil }
        self = made
    }

    /// Makes a predicate of a Swift predicate; throws if a part of it has no form.
    ///
    /// - Parameter predicate: The predicate.
    /// - Throws: `CoreDataException` (`NSInvalidArgumentException`) that names the operator, function or key path.
    public init<Input: NSObject>(validating predicate: Predicate<Input>) throws {
        let node = try PredicateNode(predicate)
        guard let made = NSPredicate.predicate(of: node) as? Self else {
            throw CoreDataException.invalidArgument("a #Predicate is no \(Self.self); call NSPredicate(_:)")
        }
        self = made
    }
}

extension PredicateNode {
    /// The tree of a Swift predicate on managed objects.
    ///
    /// - Throws: CoreDataException that names the part without a form.
    package init<Input>(_ predicate: Predicate<Input>) throws {
        do {
            try self.init(predicate, naming: nil)
        } catch let refusal as PredicateRefusal {
            throw refusal.exception
        }
    }

    /// The tree of a Swift predicate on objects of any class.
    ///
    /// - Parameters:
    ///   - predicate: The predicate.
    ///   - naming: The names and forms of the classes; nil for managed objects.
    /// - Throws: `PredicateRefusal` that names the part without a form; CoreDataException for a part that cannot be evaluated.
    package init<Input>(_ predicate: Predicate<Input>, naming: (any ModelNaming)?) throws {
        let scope = PredicateScope(naming: naming).binding(
            predicate.variable, to: Term(.value(.evaluatedObject)))
        self = try predicate.expression.translated(in: scope).asTruth().isTrue
    }
}
