// SPDX-License-Identifier: Apache-2.0
// Names, captured values and stored forms during a translation, as the scope's ModelNaming.swift has them. Without one they are
// those of managed objects.

import Foundation

extension PredicateScope {
    /// The keys of a key path.
    ///
    /// - Throws: `PredicateRefusal` or CoreDataException that says which key path has no name, and what to do.
    func keys(of keyPath: AnyKeyPath) throws -> [String] {
        guard let naming else { return try keyPath.propertyKeys() }
        if let names = naming.names(of: keyPath) { return names }
        throw PredicateRefusal(
            "the key path \(keyPath)",
            "no stored property has it; use stored properties, and fetch by what computed and transient ones are made of"
        )
    }

    /// A captured value, in the form that stores know.
    func constant(_ value: Any?) -> Term {
        guard let naming, let value = Term.flattened(value) else { return .constant(value) }
        if let elements = value as? [Any] { return .constant(elements.map { naming.stored($0) ?? $0 }) }
        if let elements = value as? Set<AnyHashable> {
            return .constant(elements.map { naming.stored($0.base) ?? $0.base })
        }
        return .constant(naming.stored(value) ?? value)
    }

    /// The property at the end of an expression, in its stored form.
    func property(_ node: ExpressionNode, _ keyPath: AnyKeyPath) -> Term {
        let type = Swift.type(of: keyPath).valueType
        guard let naming, let form = naming.form(of: keyPath) else { return .member(node, of: type) }
        let isOptional = type is any WrappedValue.Type
        switch form {
        case .named:
            guard case .keyPath(_, let keys) = node, let name = keys.last else {
                return .member(node, of: type)
            }
            return .member(node.reading([name]), of: type)
        case .cases(let names):
            let cases = names.map { StoredCase(name: $0, node: node.reading([$0])) }
            let presence = Presence(someOf: cases.map(\.node))
            return Term(.cases(cases, naming), presence: isOptional ? presence : .always)
        case .parts(let paths):
            let presence = Presence(someOf: paths.map { node.reading($0) })
            return Term(.parts(node, paths), presence: isOptional ? presence : .always)
        case .encoded: return Term(.encoded, presence: isOptional ? Presence(of: node) : .always)
        }
    }

    /// The test whether an object is of a class; nil for a class without an entity.
    func isObject(_ object: Term, of type: Any.Type) throws -> Truth? {
        guard let names = naming?.entityNames(of: type), !names.isEmpty else { return nil }
        let name = try object.asExpression().reading(["entity", "name"])
        let list = ConstantValue.array(names.map { .string($0) })
        let test = PredicateNode.comparison(ComparisonNode(name, .isIn, .constant(list)))
        return Truth(.all([object.presence.isThere, test]), else: .any([object.presence.isNil, .not(test)]))
    }
}

/// A case of an enum without raw values, and the element that has a value where the case is active.
struct StoredCase {
    let name: String
    let node: ExpressionNode
}

extension Presence {
    /// Present where one of the expressions is not nil.
    init(someOf nodes: [ExpressionNode]) {
        let parts = nodes.map { Presence(of: $0) }
        self.init(isNil: .all(parts.map(\.isNil)), isThere: .any(parts.map(\.isThere)))
    }
}

extension Term {
    /// A value outside of its optionals; nil for nil.
    static func flattened(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return (value as? any WrappedValue).map(\.flattened) ?? value
    }
}
