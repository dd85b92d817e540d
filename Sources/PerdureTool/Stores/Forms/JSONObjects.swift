// SPDX-License-Identifier: Apache-2.0
// Objects as JSON: one document, or one object per line.

import PerdureInspection
import PerdureStore

/// Prints objects as JSON.
struct JSONObjects: ObjectForm {
    private let entities: PrintedEntities
    private let storeUUID: String
    /// Whether the objects stand for themselves, and not in a document.
    private let isLines: Bool
    private var isFirst = true

    init(_ entities: PrintedEntities, storeUUID: String, isLines: Bool) {
        self.entities = entities
        self.storeUUID = storeUUID
        self.isLines = isLines
    }

    mutating func begin(_ output: ByteOutput) {
        if !isLines { output.append(JSONForm.beginning("objects")) }
    }

    mutating func append(_ row: Row, of page: ObjectPage, to output: ByteOutput) {
        if !isLines { output.append(isFirst ? "\n    " : ",\n    " as StaticString) }
        isFirst = false
        let entity = entities[row.key.entity]
        output.append("{\"objectID\":" as StaticString)
        output.appendQuoted("x-coredata://\(storeUUID)/\(entity.name)/p\(row.key.number)")
        output.append(",\"entity\":" as StaticString)
        output.appendQuoted(entity.name)
        output.append(",\"version\":\(row.version),\"values\":{")
        for (offset, property) in entity.properties.enumerated() {
            if offset > 0 { output.append(UInt8(ascii: ",")) }
            output.append(property.key)
            append(property, row, page, output)
        }
        output.append("}}" as StaticString)
        if isLines { output.append(UInt8(ascii: "\n")) }
    }

    private func append(
        _ property: PrintedEntity.Property, _ row: Row, _ page: ObjectPage, _ output: ByteOutput
    ) {
        guard property.isToMany else {
            return entities.values.appendJSON(row[property.slot], isBoolean: property.isBoolean, to: output)
        }
        output.append(UInt8(ascii: "["))
        for (offset, member) in page.members(of: property.slot, for: row.key).enumerated() {
            if offset > 0 { output.append(UInt8(ascii: ",")) }
            output.appendQuoted(entities.values.name(member))
        }
        output.append(UInt8(ascii: "]"))
    }

    mutating func end(_ output: ByteOutput) {
        if !isLines { output.append(isFirst ? "]\n}\n" : "\n  ]\n}\n" as StaticString) }
    }
}
