// SPDX-License-Identifier: Apache-2.0
// Objects for people: a heading, and a line for each property with a value.

import PerdureInspection
import PerdureStore

/// Prints objects as text.
struct TextObjects: ObjectForm {
    let entities: PrintedEntities

    func begin(_ output: ByteOutput) {}

    func append(_ row: Row, of page: ObjectPage, to output: ByteOutput) {
        let entity = entities[row.key.entity]
        let lines = entity.properties.compactMap { property in
            text(property, row, page).map { [PlainText.safe(property.name), $0] }
        }
        output.append("\(PlainText.safe(entity.name))/p\(row.key.number) (version \(row.version))\n")
        if !lines.isEmpty { output.append(PlainText.table(lines, indent: "  ") + "\n") }
    }

    private func text(_ property: PrintedEntity.Property, _ row: Row, _ page: ObjectPage) -> String? {
        guard property.isToMany else {
            return entities.values.text(row[property.slot], isBoolean: property.isBoolean)
        }
        let members = page.members(of: property.slot, for: row.key)
        return members.isEmpty
            ? nil : PlainText.safe(members.map(entities.values.name).joined(separator: ", "))
    }

    func end(_ output: ByteOutput) {}
}
