// SPDX-License-Identifier: Apache-2.0
// is, as? and as! of a #Predicate, where the static types decide. Only its row tells the class of a stored object: tests for a
// class ask its entity, where a ModelNaming.swift knows entities, and are refused elsewhere. Part of TranslatableExpression.swift.

import Foundation

extension PredicateExpressions.TypeCheck: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let value = try input.translated(in: scope)
        if let known = try folded(scope, value) { return known }
        guard TypeRelation.isSame(Input.Output.self, Desired.self) else {
            if let test = try scope.isObject(value, of: Desired.self) { return .truth(test) }
            throw PredicateRefusal(
                "the operator 'is' (TypeCheck) for \(Desired.self)", "fetch objects of that class instead")
        }
        return .truth(Truth(value.presence.isThere, else: value.presence.isNil))
    }
}

extension PredicateExpressions.ConditionalCast: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let value = try input.translated(in: scope)
        if let known = try folded(scope, value) { return known }
        guard TypeRelation.isSame(Input.Output.self, Desired.self) || value.isUntyped(Input.Output.self)
        else {
            if let object = try scope.cast(value, to: Desired.self) { return object }
            throw PredicateRefusal(
                "the operator 'as?' (ConditionalCast) to \(Desired.self)",
                "fetch objects of that class instead")
        }
        return value.cast(to: Desired?.self)
    }
}

extension PredicateExpressions.ForceCast: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let value = try input.translated(in: scope)
        if let known = try folded(scope, value) { return known }
        guard TypeRelation.isSame(Input.Output.self, Desired.self) || value.isUntyped(Input.Output.self)
        else {
            if let object = try scope.cast(value, to: Desired.self) { return object.unwrapped }
            throw PredicateRefusal(
                "the operator 'as!' (ForceCast) to \(Desired.self)", "fetch objects of that class instead")
        }
        return value.cast(to: Desired.self)
    }
}

private enum TypeRelation {
    /// Whether a value of one type, optional or not, is always a value of another type.
    static func isSame(_ type: Any.Type, _ desired: Any.Type) -> Bool {
        let type = (type as? any WrappedValue.Type)?.wrappedType ?? type
        if type == desired || desired == Any.self || desired == AnyObject.self { return true }
        guard let type = type as? AnyClass, let desired = desired as? AnyClass else { return false }
        return sequence(first: type, next: { _getSuperclass($0) }).contains { $0 == desired }
    }
}

extension PredicateScope {
    /// An object as one of a subclass, nil where it is of another class; without an entity of the class there is no result.
    fileprivate func cast(_ object: Term, to type: Any.Type) throws -> Term? {
        guard let test = try isObject(object, of: type), let name = naming?.entityNames(of: type)?.first
        else {
            return nil
        }
        let call = FunctionCall(
            "castObject:toType:", [try object.asExpression(), .constant(.string(name))])
        var result = Term(
            .value(.function(call)), presence: Presence(isNil: test.isFalse, isThere: test.isTrue))
        result.isCast = true
        return result
    }
}

extension Term {
    /// Whether the part's static type does not tell its class, as for the members of an NSSet.
    fileprivate func isUntyped(_ type: Any.Type) -> Bool {
        if case .members = meaning { return true }
        return type == Any.self || type == AnyObject.self || type == Any?.self || type == AnyObject?.self
    }

    fileprivate func cast(to type: Any.Type) -> Term {
        guard case .value(let node) = meaning else { return self }
        return .member(node, of: type)
    }
}
