// SPDX-License-Identifier: Apache-2.0
// Objects as CSV: a line of headers, then a line for each object. The columns $object and $version stand first; no property has
// such a name.

import PerdureInspection
import PerdureStore

/// Prints objects of an entity, and of its subentities, as CSV.
struct CSVObjects: ObjectForm {
    private let values: ValueText
    private let headers: [String]
    /// The property of each column by the number of the entity; nil where an entity lacks it.
    private var columns: [Int32: [PrintedEntity.Property?]] = [:]

    /// - Parameters:
    ///   - entities: The entities of the store.
    ///   - printed: The numbers of those whose objects come.
    init(_ entities: PrintedEntities, _ printed: [Int32]) {
        values = entities.values
        var seen: Set<String> = []
        headers = printed.flatMap { entities[$0].properties.map(\.name) }.filter { seen.insert($0).inserted }
        for number in printed {
            let known = Dictionary(uniqueKeysWithValues: entities[number].properties.map { ($0.name, $0) })
            columns[number] = headers.map { known[$0] }
        }
    }

    func begin(_ output: ByteOutput) {
        output.append("$object,$version" as StaticString)
        for header in headers {
            output.append(CSVText.separator)
            CSVText.append(header, to: output)
        }
        CSVText.endLine(output)
    }

    func append(_ row: Row, of page: ObjectPage, to output: ByteOutput) {
        CSVText.append(values.name(row.key), to: output)
        output.append(CSVText.separator)
        output.append(String(row.version))
        for column in columns[row.key.entity] ?? headers.map({ _ in nil }) {
            output.append(CSVText.separator)
            guard let column else { continue }
            if column.isToMany {
                values.appendCell(page.members(of: column.slot, for: row.key), to: output)
            } else {
                values.appendCell(row[column.slot], isBoolean: column.isBoolean, to: output)
            }
        }
        CSVText.endLine(output)
    }

    func end(_ output: ByteOutput) {}
}
