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

    /// Lists that came as a whole.
    private var lists: [Part] = []
    /// What came one by one.
    private var others = Part()

    /// All of them.
    var parts: [Part] { others.objects.isEmpty ? lists : lists + [others] }

    /// Appends objects with as many rows.
    mutating func append(_ objects: [Object], _ rows: [Row]) {
        if !objects.isEmpty { lists.append(Part(objects: objects, rows: rows)) }
    }

    mutating func append(_ object: Object, _ row: Row) {
        others.objects.append(object)
        others.rows.append(row)
    }

    /// Gives objects other rows.
    mutating func updateRows(_ body: (Object, inout Row) throws -> Void) rethrows {
        for index in lists.indices { try lists[index].updateRows(body) }
        try others.updateRows(body)
    }
}

extension WrittenRows.Part {
    fileprivate mutating func updateRows(_ body: (Object, inout Row) throws -> Void) rethrows {
        for index in objects.indices { try body(objects[index], &rows[index]) }
    }
}
