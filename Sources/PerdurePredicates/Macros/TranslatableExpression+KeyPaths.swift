// SPDX-License-Identifier: Apache-2.0
// Key paths of a #Predicate: properties by their names (AnyKeyPath+Keys.swift), and the few that Swift's own types have:
// count, isEmpty, rawValue. Part of TranslatableExpression.swift.

import Foundation

extension PredicateExpressions.KeyPath: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let base = try root.translated(in: scope)
        if let known = try folded(scope, base) { return known }
        if case .encoded = base.meaning { throw Term.encodedRefusal }
        if let term = try ofSearch(base) ?? TextKeyPath(keyPath)?.term(of: base) ?? ofCollection(base)
            ?? ofRawValue(base) ?? ofText(base)
        {
            return term
        }
        guard let node = base.pathNode else { throw refusal }
        let keys = try elementKeys(scope, base) ?? scope.keys(of: keyPath)
        return scope.property(keys.isEmpty ? node : node.reading(keys), keyPath)
    }

    private var refusal: PredicateRefusal {
        PredicateRefusal("the key path \(keyPath)", "use stored properties, count and isEmpty")
    }

    /// `localizedStandardContains`.
    private func ofSearch(_ base: Term) throws -> Term? {
        guard let text = LocalizedSearch.text(of: keyPath) else { return nil }
        let options: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive, .localeSensitive]
        return .truth(try Term.test(base, .contains, .constant(text), options))
    }

    /// `count` and `isEmpty` of members and of strings.
    private func ofCollection(_ base: Term) throws -> Term? {
        let known: Bool? =
            switch kind {
            case .collectionCount: true
            case .collectionIsEmpty: false
            case .collectionFirst, .bidirectionalCollectionLast: throw refusal
            case nil: Self.isFoundationCount(keyPath) ? true : nil
            }
        guard let isCount = known else { return nil }
        switch base.meaning {
        case .members: return isCount ? try base.memberCount() : .truth(try base.hasNoMembers())
        case .value(let node) where Root.Output.self == String.self:
            if isCount { return Term(.value(.function(FunctionCall("characterCount:", [node])))) }
            return .truth(try Term.equality(base, .constant("")))
        case .value(let node) where !(Root.Output.self is Data.Type):
            let count = Term(.value(node.reading(["@count"])))
            return isCount ? count : .truth(try Term.equality(count, .constant(0)))
        default: throw refusal
        }
    }

    /// Whether a key path is the `count` of a Foundation class: those classes have no protocol that knows `count`.
    private static func isFoundationCount(_ keyPath: AnyKeyPath) -> Bool {
        keyPath == \NSSet.count || keyPath == \NSOrderedSet.count || keyPath == \NSArray.count
    }

    /// The key of a composite attribute's element: the name of the struct's field, from the key path's own text.
    private func elementKeys(_ scope: PredicateScope, _ base: Term) -> [String]? {
        if let naming = scope.naming {
            if let names = naming.names(of: keyPath) { return names }
            // A plain value has no elements: \Date.timeIntervalSince1970 is no column.
            guard case .parts = base.meaning else { return nil }
        }
        guard Root.Output.self is any Decodable.Type, !(Root.Output.self is AnyClass) else { return nil }
        let text = keyPath.debugDescription.split(separator: ".", omittingEmptySubsequences: false)
        guard text.count == 2, let name = text.last,
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
        return [String(name)]
    }

    /// Enums are stored as their raw values.
    private func ofRawValue(_ base: Term) throws -> Term? {
        guard case .value(let node) = base.meaning,
            let type = Root.Output.self as? any RawRepresentable.Type,
            try RawValueKeyPath.isRawValue(keyPath, of: type)
        else { return nil }
        return Term(.value(node))
    }

    /// The stored texts of values of other kinds.
    private func ofText(_ base: Term) -> Term? {
        guard keyPath == \URL.absoluteString, case .value(let node) = base.meaning else { return nil }
        return Term(.value(node))
    }
}

extension Term {
    /// The expression whose properties a key path reads; nil for a part that has none.
    fileprivate var pathNode: ExpressionNode? {
        switch meaning {
        case .value(let node), .parts(let node, _): node
        default: nil
        }
    }

    /// The part for an expression of a Swift type.
    static func member(_ node: ExpressionNode, of type: Any.Type) -> Term {
        if isMembers(type) { return Term(.members(node)) }
        let isOptional = type is any WrappedValue.Type
        if isTruth(type) {
            return Term(.truth(.flag(node)), presence: isOptional ? Presence(of: node) : .always)
        }
        return isOptional ? .optional(node) : Term(.value(node))
    }

    /// Whether values of a type are the members of a relationship.
    ///
    /// A relationship is never nil, even where generated code declares it optional.
    private static func isMembers(_ type: Any.Type) -> Bool {
        let type = (type as? any WrappedValue.Type)?.wrappedType ?? type
        if type is NSSet.Type || type is NSOrderedSet.Type { return true }
        return (type as? any MemberCollection.Type)?.elementType is AnyClass
    }
}

/// A collection whose elements may be objects.
private protocol MemberCollection {
    static var elementType: Any.Type { get }
}

extension Set: MemberCollection {
    fileprivate static var elementType: Any.Type { Element.self }
}

extension Array: MemberCollection {
    fileprivate static var elementType: Any.Type { Element.self }
}

/// Finds out whether a key path is `rawValue` by reading samples: it is not equal to the key path of the protocol's
/// requirement.
private enum RawValueKeyPath {
    static func isRawValue<Value: RawRepresentable>(_ keyPath: AnyKeyPath, of type: Value.Type) throws -> Bool
    {
        guard let keyPath = keyPath as? KeyPath<Value, Value.RawValue> else { return false }
        let samples = samples(of: type)
        guard !samples.isEmpty else {
            throw PredicateRefusal(
                "the key path \(keyPath)",
                "let \(type) be CaseIterable, or compare the property with a captured value of the enum")
        }
        return samples.allSatisfy { isEqual($0[keyPath: keyPath], $0.rawValue) }
    }

    private static func samples<Value: RawRepresentable>(of type: Value.Type) -> [Value] {
        if let type = type as? any CaseIterable.Type { return cases(of: type).compactMap { $0 as? Value } }
        return (-8...64).compactMap { number in
            integer(number, as: Value.RawValue.self).flatMap { Value(rawValue: $0) }
        }
    }

    private static func cases<Value: CaseIterable>(of type: Value.Type) -> [Any] { Array(type.allCases) }

    private static func integer<Raw>(_ number: Int, as type: Raw.Type) -> Raw? {
        (type as? any FixedWidthInteger.Type).flatMap { value(number, as: $0) as? Raw }
    }

    private static func value<Number: FixedWidthInteger>(_ number: Int, as type: Number.Type) -> Number? {
        Number(exactly: number)
    }

    private static func isEqual(_ left: Any, _ right: Any) -> Bool {
        ConstantValue(left) == ConstantValue(right)
    }
}
