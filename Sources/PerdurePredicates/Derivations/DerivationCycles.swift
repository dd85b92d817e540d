// SPDX-License-Identifier: Apache-2.0
// Finds attributes that are derived from themselves: in model files and in descriptions made in code. DerivationResolver has
// the other rules of derivations.

/// A model whose derivations may lead to each other.
package protocol DerivationLinks {
    associatedtype Entity
    associatedtype ID: Hashable

    /// The attributes that are derived.
    var derivedAttributes: [DerivationNode<Entity, ID>] { get }

    /// The destination of a relationship.
    func destination(of relationship: String, of entity: Entity) -> Entity?
    /// An attribute of an entity, its own or an inherited one, derived or not.
    func attribute(_ name: String, of entity: Entity) -> ID?
}

/// An attribute that is derived.
package struct DerivationNode<Entity, ID: Hashable> {
    /// The entity that declares it.
    package let entity: Entity
    package let name: String
    /// The identity of the attribute.
    package let id: ID
    package let expression: ExpressionNode?

    package init(_ entity: Entity, _ name: String, _ id: ID, _ expression: ExpressionNode?) {
        self.entity = entity
        self.name = name
        self.id = id
        self.expression = expression
    }
}

/// Follows derivations; each of them leads to one attribute.
package struct DerivationCycles<Model: DerivationLinks> {
    private let model: Model

    package init(_ model: Model) { self.model = model }

    /// The attributes that are computed from themselves, directly or through others, in the model's order.
    package func members() -> [DerivationNode<Model.Entity, Model.ID>] {
        let attributes = model.derivedAttributes
        guard !attributes.isEmpty else { return [] }
        let sources = attributes.map { ($0.id, source(of: $0).map { [$0] } ?? []) }
        let rings = GraphCycles.members(Dictionary(sources) { first, _ in first })
        return rings.isEmpty ? [] : attributes.filter { rings.contains($0.id) }
    }

    /// The attribute at the end of a derivation's key path; nil for a path that leads nowhere.
    private func source(of attribute: DerivationNode<Model.Entity, Model.ID>) -> Model.ID? {
        guard let form = attribute.expression.flatMap({ try? DerivationForm($0) }) else { return nil }
        switch form {
        case .clock, .aggregate(.count, _): return nil
        case .value(let keys, _), .aggregate(_, let keys):
            guard let last = keys.last else { return nil }
            var current = attribute.entity
            for key in keys.dropLast() {
                guard let destination = model.destination(of: key, of: current) else { return nil }
                current = destination
            }
            return model.attribute(last, of: current)
        }
    }
}

extension ModelFault {
    /// An attribute that is computed from itself.
    package static func derivationCycle(_ entity: String?, _ attribute: String) -> ModelFault {
        ModelFault(
            .foreignSource, entity, attribute,
            "it is derived from itself, directly or through others; derive it from a stored attribute")
    }

    /// A derived attribute that has no column.
    package static func transientDerivation(_ entity: String?, _ attribute: String) -> ModelFault {
        ModelFault(
            .persistentSource, entity, attribute,
            "a derived attribute cannot be transient; clear one of the two")
    }
}
