// SPDX-License-Identifier: Apache-2.0
// What the printing of an entity's objects needs, looked up once: names, places and kinds of properties.

import PerdureModelFormat
import PerdureStore

/// An entity whose objects are printed.
final class PrintedEntity {
    let name: String
    /// The properties that stores keep, in the order of their names.
    let properties: [Property]

    struct Property {
        let name: String
        /// The name as a key of JSON, with the colon.
        let key: [UInt8]
        let slot: Int
        let isToMany: Bool
        let isBoolean: Bool
    }

    init(_ layout: EntityLayout) {
        name = layout.name
        properties = layout.properties.filter { !$0.isTransient }.sorted { $0.name < $1.name }.map {
            Property(
                name: $0.name, key: Array((JSONValue.quoted($0.name) + ":").utf8), slot: $0.slot,
                isToMany: $0.relationship?.isToMany == true, isBoolean: $0.attribute?.type == .boolean)
        }
    }
}

/// The entities of a store.
struct PrintedEntities {
    let values: ValueText
    private let entities: [PrintedEntity]

    init(_ schema: Schema) {
        values = ValueText(schema)
        entities = schema.entities.map(PrintedEntity.init)
    }

    subscript(number: Int32) -> PrintedEntity { entities[Int(number) - 1] }
}
