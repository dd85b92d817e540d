// SPDX-License-Identifier: Apache-2.0
// From the rows of a store to the contents of its file. LinkedObjects.swift has the way back.

import PerdurePropertyList
import PerdureStore

extension FileContents {
    /// Collects all that a store holds.
    ///
    /// - Parameters:
    ///   - reader: The store.
    ///   - keepsDanglingReferences: Whether references to objects that are gone stay.
    ///   - metadata: The metadata.
    ///   - lastNumber: The highest number that was given out.
    /// - Throws: The errors of reading.
    package init(
        of reader: any StoreReader, keepsDanglingReferences: Bool, metadata: [String: PropertyListValue],
        lastNumber: Int64
    ) throws {
        self.init(metadata: metadata, lastNumber: lastNumber)
        var rows: [Row] = []
        for layout in reader.schema.entities where layout.superentity == nil {
            if case .rows(let found) = try reader.fetch(FetchPlan(entity: layout.number)) { rows += found }
        }
        let keys = keepsDanglingReferences ? nil : Set(rows.map(\.key))
        objects.reserveCapacity(rows.count)
        for row in rows {
            objects.append(try FileObject(row, in: reader, keys))
            self.lastNumber = max(self.lastNumber, row.key.number)
        }
    }
}

extension FileObject {
    fileprivate init(_ row: Row, in reader: any StoreReader, _ keys: Set<ObjectKey>?) throws {
        let layout = reader.schema[row.key.entity]
        self.init(layout, number: row.key.number)
        version = row.version
        for property in layout.properties where !property.isTransient {
            guard let relationship = property.relationship else {
                values[property.slot] = row[property.slot]
                continue
            }
            if relationship.isToMany {
                let members = try reader.members(of: property.slot, for: row.key).map(\.number)
                if !members.isEmpty { links.append((property.slot, members)) }
            } else if case .reference(let key) = row[property.slot], keys?.contains(key) ?? true {
                links.append((property.slot, [key.number]))
            }
        }
    }
}
