// SPDX-License-Identifier: Apache-2.0
// Looks up the names of a derivation: in a model file, in descriptions made in code, in a compiled schema. So all three have
// the same rules (DER-10 to DER-19).

/// A model whose names a derivation may use.
package protocol DerivationNames {
    associatedtype Entity

    func name(of entity: Entity) -> String

    /// A stored relationship; nil for none of that name.
    func storedRelationship(_ name: String, of entity: Entity) -> (destination: Entity, isToMany: Bool)?

    /// The kind of value of a stored attribute that is not derived itself; nil for none of that name.
    func storedAttribute(_ name: String, of entity: Entity) -> DerivationValue?
}

/// The kinds of values that derivations tell apart.
package enum DerivationValue: String, Sendable {
    case integer
    case fraction
    case text
    case date
    /// Yes or no.
    case truth
    /// Data that may lie in a file of its own.
    case external
    case binary
    case uuid
    case uri
    case transformable
    /// Several values at once.
    case composite
    /// Values of any type, and object IDs.
    case other

    var isNumber: Bool { self == .integer || self == .fraction }
}

/// A derivation whose names are known.
package struct ResolvedDerivation<Entity> {
    package let form: DerivationForm
    /// The relationships that lead to the source, one after the other.
    package let steps: [Step]
    /// The attribute that is read at the end of the steps; nil for a count and for the clock.
    package let source: Source?

    package struct Step {
        package let owner: Entity
        package let name: String
        package let destination: Entity
        package let isToMany: Bool
    }

    package struct Source {
        package let owner: Entity
        package let name: String
        package let value: DerivationValue
    }
}

/// Looks up the names of one derivation.
package struct DerivationResolver<Names: DerivationNames> {
    private let names: Names
    private let entity: Names.Entity

    package typealias Resolved = ResolvedDerivation<Names.Entity>

    /// - Parameters:
    ///   - names: the model.
    ///   - entity: the entity that has the derived attribute: all key paths start there.
    package init(_ names: Names, _ entity: Names.Entity) {
        self.names = names
        self.entity = entity
    }

    /// Looks up the names.
    ///
    /// - Parameters:
    ///   - expression: the derivation.
    ///   - value: the kind of value that the derived attribute holds; nil to allow any result.
    /// - Returns: the derivation, its names known.
    /// - Throws: `DerivationProblem` that names the key.
    package func resolve(_ expression: ExpressionNode, as value: DerivationValue? = nil) throws -> Resolved {
        let form = try DerivationForm(expression)
        let resolved =
            switch form {
            case .clock: Resolved(form: form, steps: [], source: nil)
            case .value(let keys, _): try path(form, keys, to: keys.count - 1)
            case .aggregate(.count, let keys): try path(form, keys, to: keys.count)
            case .aggregate(_, let keys): try path(form, keys, to: keys.count - 1)
            }
        try DerivationTypes(resolved).check(value)
        return resolved
    }

    /// Follows the first keys as relationships, and takes the next key as the attribute.
    private func path(_ form: DerivationForm, _ keys: [String], to end: Int) throws -> Resolved {
        guard end >= 0 else { throw DerivationProblem("its key path is empty") }
        var steps: [Resolved.Step] = []
        var current = entity
        for key in keys.prefix(end) {
            let step = try step(key, from: current)
            steps.append(step)
            current = step.destination
        }
        try checkMany(steps, form)
        guard end < keys.count else { return Resolved(form: form, steps: steps, source: nil) }
        guard let value = names.storedAttribute(keys[end], of: current) else {
            throw DerivationProblem(
                "\"\(keys[end])\" is no stored attribute of \(names.name(of: current)); correct the name, or add it"
            )
        }
        return Resolved(
            form: form, steps: steps, source: Resolved.Source(owner: current, name: keys[end], value: value))
    }

    private func step(_ key: String, from owner: Names.Entity) throws -> Resolved.Step {
        guard let found = names.storedRelationship(key, of: owner) else {
            throw DerivationProblem(
                "\"\(key)\" is no stored relationship of \(names.name(of: owner)); correct the name, or add it"
            )
        }
        return Resolved.Step(
            owner: owner, name: key, destination: found.destination, isToMany: found.isToMany)
    }

    /// DER-19: one to-many step under an operator, none elsewhere.
    private func checkMany(_ steps: [Resolved.Step], _ form: DerivationForm) throws {
        let many = steps.filter(\.isToMany)
        guard case .aggregate(let aggregate, _) = form else {
            guard let first = many.first else { return }
            throw DerivationProblem(
                "\"\(first.name)\" leads to many objects; only @count, @sum and their kin take them")
        }
        guard many.count == 1, aggregate != .count || steps.last?.isToMany == true else {
            throw DerivationProblem(
                many.count > 1
                    ? "\(many.map { "\"\($0.name)\"" }.joined(separator: " and ")) both lead to many objects"
                    : "\(aggregate.rawValue) needs a to-many relationship")
        }
    }
}
