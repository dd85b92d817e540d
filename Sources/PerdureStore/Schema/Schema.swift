// SPDX-License-Identifier: Apache-2.0
// A model, compiled once into numbers. The only place that gives entities and properties their
// numbers; EntityLayout.swift is the result.

import PerdureBase

/// A compiled model.
///
/// The numbers of entities and slots follow from names, so they change when the model does: a file that outlives a version of
/// its model names properties, not slots.
///
/// ## Stability
/// May change in any version before 0.1.0.
public final class Schema: Sendable {
    /// Entity `n` is `entities[n - 1]`.
    public let entities: [EntityLayout]
    /// The derived attributes, in the order of entities and slots.
    public let derivations: [Derivation]
    private let numbers: [String: Int32]

    /// Numbers the entities and their properties.
    ///
    /// - Throws: `StoreError.invalidSchema` when names are ambiguous or point nowhere.
    public init(_ definitions: [EntityDefinition]) throws {
        // Here, because no row is made before its schema.
        if let problem = RowBlock.layoutProblem { CoreDataException.internalInconsistency(problem).stop() }
        let builder = try SchemaBuilder(definitions)
        entities = try builder.layouts()
        derivations = Derivation.all(in: entities)
        numbers = builder.numbers
    }

    /// The entity of a number; the number must be one of this schema.
    @inlinable public subscript(entity: Int32) -> EntityLayout { entities[Int(entity) - 1] }

    /// The entity of a name; nil when there is none.
    public func entity(named name: String) -> EntityLayout? { numbers[name].map { self[$0] } }

    /// The key of an object of an entity.
    public func key(entity: Int32, number: Int64) -> ObjectKey {
        ObjectKey(entity: entity, root: self[entity].root, number: number)
    }
}
