// SPDX-License-Identifier: Apache-2.0
// A model, compiled once into numbers. The only place that gives entities and properties their
// numbers; EntityLayout.swift is the result.

import PerdureBase
import PerdurePredicates

/// A compiled model.
package final class Schema: Sendable {
    /// Entity `n` is `entities[n - 1]`.
    package let entities: [EntityLayout]
    /// The derived attributes, in the order of entities and slots.
    package let derivations: [Derivation]
    private let numbers: [String: Int32]

    /// Numbers the entities and their properties.
    ///
    /// - Throws: `StoreError.invalidSchema` when names are ambiguous or point nowhere.
    package init(_ definitions: [EntityDefinition]) throws {
        // Here, because no row is made before its schema.
        if let problem = RowBlock.layoutProblem { CoreDataException.internalInconsistency(problem).stop() }
        let builder = try SchemaBuilder(definitions)
        entities = try builder.layouts()
        derivations = Derivation.all(in: entities)
        numbers = builder.numbers
    }

    @inlinable package subscript(entity: Int32) -> EntityLayout { entities[Int(entity) - 1] }

    package func entity(named name: String) -> EntityLayout? { numbers[name].map { self[$0] } }

    package func key(entity: Int32, number: Int64) -> ObjectKey {
        ObjectKey(entity: entity, root: self[entity].root, number: number)
    }
}
