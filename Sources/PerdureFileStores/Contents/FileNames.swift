// SPDX-License-Identifier: Apache-2.0
// The names of entities and properties in XML files: capitals and small letters, as Apple's files have them. Names that differ in
// nothing else keep their spelling.

import PerdureStore

/// The names of one schema, in both directions.
struct FileNames: Sendable {
    /// The name of each entity, by its number less one.
    let entities: [String]
    /// The names of each entity's properties, by slot.
    let properties: [[String]]
    private let numbers: [String: Int32]
    private let slots: [[String: Int]]

    init(_ schema: Schema) {
        entities = Self.spelled(schema.entities.map(\.name)) { $0.uppercased() }
        properties = schema.entities.map { layout in
            Self.spelled(layout.properties.map(\.name)) { $0.lowercased() }
        }
        numbers = Dictionary(zip(entities, schema.entities.map(\.number))) { first, _ in first }
        slots = properties.map { names in Dictionary(zip(names, names.indices)) { first, _ in first } }
    }

    /// The entity of a name; nil for none.
    func entity(_ name: String) -> Int32? { numbers[name] }

    /// The slot of a name in an entity; nil for none.
    func slot(_ name: String, of entity: Int32) -> Int? { slots[Int(entity) - 1][name] }

    private static func spelled(_ names: [String], _ change: (String) -> String) -> [String] {
        let changed = names.map(change)
        let counts = Dictionary(changed.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(names, changed).map { counts[$1] == 1 ? $1 : $0 }
    }
}
