// SPDX-License-Identifier: Apache-2.0
// One translated part of a #Predicate: a value, a truth, the members of a relationship, or a Swift value that was captured.
// Term+Comparing.swift puts parts together; the walk over Foundation's tree is in TranslatableExpression.swift.

import Foundation

/// One part of a `#Predicate`, translated.
struct Term {
    indirect enum Meaning {
        /// A value that depends on no object; nil for nil.
        case constant(Any?)
        case value(ExpressionNode)
        /// The members of a to-many relationship, or those of them that passed a filter.
        case members(ExpressionNode)
        case truth(Truth)
        case range(TermRange)
        /// An enum without raw values that has an element for each case.
        case cases([StoredCase], any ModelNaming)
        /// A struct that is stored by its parts.
        case parts(ExpressionNode, [[String]])
        /// A value that is stored encoded; its presence is all that is known of it.
        case encoded
    }

    let meaning: Meaning
    /// Whether the part is nil.
    var presence = Presence.always
    /// Whether the part is an object that was cast: it is there even where it is of another class.
    var isCast = false
    /// Whether the part is a text in which, or for which, a user searches: case and accents do not count.
    var isSearched = false
    /// The replacement for nil in `part ?? other`, with the part before the replacement.
    var fallback: Fallback?

    init(_ meaning: Meaning, presence: Presence = .always) {
        self.meaning = meaning
        self.presence = presence
    }

    static func constant(_ value: Any?) -> Term {
        let value = (value as? any WrappedValue).map(\.flattened) ?? value
        return Term(.constant(value), presence: value == nil ? .never : .always)
    }

    static func truth(_ truth: Truth, presence: Presence = .always) -> Term {
        switch (truth.isTrue, presence.isNil) {
        case (.truth(let value), .truth(false)): .constant(value)
        default: Term(.truth(truth), presence: presence)
        }
    }

    /// A value that is nil where its expression is.
    static func optional(_ node: ExpressionNode) -> Term {
        Term(.value(node), presence: Presence(of: node))
    }

    var isConstant: Bool { if case .constant = meaning { true } else { false } }
    var isNilConstant: Bool { if case .constant(nil) = meaning { true } else { false } }

    /// The part as if it were never nil, as `!` and optional chaining see it.
    var unwrapped: Term {
        var term = self
        if !isNilConstant { term.presence = .always }
        return term
    }
}

/// The two sides of a coalesced part.
struct Fallback {
    let base: ExpressionNode
    let presence: Presence
    let constant: ConstantValue
}

/// A range whose bounds are parts themselves; a bound that is missing is open.
struct TermRange {
    var lower: Term?
    var upper: Term?
    var includesUpper: Bool
}

/// When a part is true and when it is false: two predicates that hold alike by the rules of SQL and of Swift.
///
/// Under the rules of SQL a comparison with nil is neither true nor false. So a translation never negates: it keeps
/// two predicates, and each holds exactly where Swift says so.
struct Truth {
    let isTrue: PredicateNode
    let isFalse: PredicateNode

    init(_ isTrue: PredicateNode, else isFalse: PredicateNode) {
        self.isTrue = isTrue
        self.isFalse = isFalse
    }

    init(_ value: Bool) { self.init(.truth(value), else: .truth(!value)) }

    var negated: Truth { Truth(isFalse, else: isTrue) }

    /// `a && b`: true where both are true, false where one of them is false.
    func and(_ other: Truth) -> Truth {
        Truth(.all([isTrue, other.isTrue]), else: .any([isFalse, other.isFalse]))
    }

    func or(_ other: Truth) -> Truth { negated.and(other.negated).negated }
}

/// When a part is nil and when it is not.
struct Presence {
    let isNil: PredicateNode
    let isThere: PredicateNode

    static let always = Presence(isNil: .truth(false), isThere: .truth(true))
    static let never = Presence(isNil: .truth(true), isThere: .truth(false))

    init(isNil: PredicateNode, isThere: PredicateNode) {
        self.isNil = isNil
        self.isThere = isThere
    }

    /// The presence of an expression, by comparisons with nil.
    init(of node: ExpressionNode) {
        isNil = .comparison(ComparisonNode(node, .equal, .constant(.null)))
        isThere = .comparison(ComparisonNode(node, .notEqual, .constant(.null)))
    }

    /// Present only where both are present.
    func and(_ other: Presence) -> Presence {
        Presence(isNil: .any([isNil, other.isNil]), isThere: .all([isThere, other.isThere]))
    }

    /// Present where at least one of both is present.
    func or(_ other: Presence) -> Presence {
        Presence(isNil: .all([isNil, other.isNil]), isThere: .any([isThere, other.isThere]))
    }
}

extension WrappedValue {
    /// The value inside of nested optionals.
    var flattened: Any? {
        guard let wrapped else { return nil }
        return (wrapped as? any WrappedValue).map(\.flattened) ?? wrapped
    }
}
