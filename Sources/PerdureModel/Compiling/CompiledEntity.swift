// SPDX-License-Identifier: Apache-2.0
// The compiled form of an entity in use: its numbers, beside its descriptions. NSManagedObjectModel+Freezing.swift makes it.
// Objects, contexts and the coordinator read it.

import Foundation
import PerdureBase
import PerdureStore

/// The bridge from descriptions to numbers.
///
/// Each object keeps its compiled entity, so that no access looks up a name.
package final class CompiledEntity: Sendable {
    package let schema: Schema
    package let layout: EntityLayout
    package let number: Int32
    /// The property of every slot, inherited ones first, as in `layout.properties`.
    package let slotProperties: [NSPropertyDescription]
    package let propertiesByName: [String: NSPropertyDescription]
    package let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]
    /// What all objects of the entity share; the first object makes it, under the lock.
    // The library knows their type, and not this module.
    package let objectBinding = OnceReference()
    package let bindingLock = NSLock()

    init(schema: Schema, layout: EntityLayout, properties: [String: NSPropertyDescription]) {
        self.schema = schema
        self.layout = layout
        number = layout.number
        // Every slot of a layout comes from a property of its entity, because SchemaCompiler made the definitions from the
        // properties.
        slotProperties = layout.properties.map { properties[$0.name]! }
        propertiesByName = properties
        attributesByName = properties.compactMapValues { $0 as? NSAttributeDescription }
        relationshipsByName = properties.compactMapValues { $0 as? NSRelationshipDescription }
    }
}

extension NSEntityDescription {
    /// The compiled form; stops the process when the model is not in use.
    package final var compiled: CompiledEntity {
        guard let compiledForm else { ErrorMessages.modelNotInUse(entity: name).stop() }
        return compiledForm
    }

    /// The entity's number in the model's schema.
    package final var number: Int32 { compiled.number }

    /// The compiled layout of the entity's rows.
    package final var layout: EntityLayout { compiled.layout }

    /// The property of every slot, inherited ones first.
    package final var slotProperties: [NSPropertyDescription] { compiled.slotProperties }
}
