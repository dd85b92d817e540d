// SPDX-License-Identifier: Apache-2.0
// Strings of a #Predicate. Part of TranslatableExpression.swift.

import Foundation

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (whole, part) = (try base.translated(in: scope), try other.translated(in: scope))
        if let known = try folded(scope, whole, part) { return known }
        guard Base.Output.Element.self == Character.self else {
            throw PredicateRefusal("contains of a collection in another", "test each element")
        }
        let options: ComparisonOptions =
            whole.isSearched || part.isSearched
            ? [.caseInsensitive, .diacriticInsensitive, .localeSensitive] : []
        return .truth(try Term.test(whole, .contains, part, options))
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (whole, part) = (try base.translated(in: scope), try prefix.translated(in: scope))
        if let known = try folded(scope, whole, part) { return known }
        guard Base.Output.Element.self == Character.self else {
            throw PredicateRefusal("starts(with:) of a collection", "test each element")
        }
        return .truth(try Term.test(whole, .beginsWith, part))
    }
}

extension PredicateExpressions.StringContainsRegex: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let text = try subject.translated(in: scope)
        guard case .constant(let value) = try regex.translated(in: scope).meaning,
            let pattern = value as? PredicateExpressions.PredicateRegex
        else { throw PredicateRefusal("a regular expression that is not written out", "write it as /…/") }
        if let known = try folded(scope, text) { return known }
        let expression = try RegularExpression.pattern(pattern.stringRepresentation)
        return .truth(try Term.test(text, .matches, .constant(expression)))
    }
}

private enum RegularExpression {
    /// A pattern that matches a whole text if the given pattern occurs anywhere in it.
    ///
    /// - Throws: `PredicateRefusal` for a pattern that Swift understands and ICU does not.
    static func pattern(_ source: String) throws -> String {
        let bare = source.hasPrefix("/") && source.hasSuffix("/") && source.count > 1
        let pattern = "(?s:.*)(?:\(bare ? String(source.dropFirst().dropLast()) : source))(?s:.*)"
        do {
            _ = try NSRegularExpression(pattern: pattern)
        } catch {
            throw PredicateRefusal("the regular expression \(source)", "stores know the syntax of ICU only")
        }
        return pattern
    }
}
