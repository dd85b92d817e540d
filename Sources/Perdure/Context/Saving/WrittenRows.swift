// SPDX-License-Identifier: Apache-2.0
// The objects that a save wrote, with their rows: lists, so that a pass over many objects can ask for memory ahead
// (Context/Identity/RetainedObjects.swift), and so that the lists of the save serve here too.

import PerdureStore

/// Objects with the rows that are their new snapshots.
struct WrittenRows<Object: AnyObject> {
    /// As many objects as rows.
    struct Part {
        fileprivate(set) var objects: [Object] = []
        fileprivate(set) var rows: [Row] = []
    }

    /// Lists that came as a whole; the first one has what came one by one.
    private(set) var parts = [Part()]

    /// Appends objects with as many rows.
    mutating func append(_ objects: [Object], _ rows: [Row]) {
        if !objects.isEmpty { parts.append(Part(objects: objects, rows: rows)) }
    }

    mutating func append(_ object: Object, _ row: Row) {
        parts[0].objects.append(object)
        parts[0].rows.append(row)
    }

    /// Gives objects other rows.
    mutating func updateRows(_ body: (Object, inout Row) throws -> Void) rethrows {
        for part in parts.indices {
            for index in parts[part].objects.indices {
                try body(parts[part].objects[index], &parts[part].rows[index])
            }
        }
    }
}
