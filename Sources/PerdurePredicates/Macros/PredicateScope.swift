// SPDX-License-Identifier: Apache-2.0
// The meaning of a #Predicate's variables during its translation. The walk in TranslatableExpression.swift carries the scope
// along.

import Foundation

/// The meaning of the variables of a `#Predicate`.
struct PredicateScope {
    private var terms: [PredicateExpressions.VariableID: Term] = [:]
    /// The variables of captured values; Foundation itself computes the parts that have no other variables.
    private(set) var bindings = PredicateBindings()
    /// How many collections surround the part; the number names their members.
    private var depth = 0
    /// The names of the classes; nil where generated tables have them.
    let naming: (any ModelNaming)?

    init(naming: (any ModelNaming)? = nil) { self.naming = naming }

    func term<Value>(of variable: PredicateExpressions.Variable<Value>) throws -> Term {
        if let term = terms[variable.key] { return term }
        throw PredicateRefusal("a variable", "it is not one of the predicate's own")
    }

    func binding<Value>(_ variable: PredicateExpressions.Variable<Value>, to term: Term) -> PredicateScope {
        var scope = self
        scope.terms[variable.key] = term
        return scope
    }

    func binding<Value>(_ variable: PredicateExpressions.Variable<Value>, toValue value: Value)
        -> PredicateScope
    {
        var scope = self
        scope.terms[variable.key] = constant(value)
        scope.bindings = bindings.binding(variable, to: value)
        return scope
    }

    /// The scope inside of a collection, and the name of its members there.
    func entering<Value>(_ variable: PredicateExpressions.Variable<Value>) -> (PredicateScope, name: String) {
        var scope = self
        scope.depth += 1
        let name = "member\(scope.depth)"
        scope.terms[variable.key] = .member(.variable(name), of: Value.self)
        return (scope, name)
    }
}
