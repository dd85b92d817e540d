// SPDX-License-Identifier: Apache-2.0
// Reads objects in pages of bounded size, in the order of their numbers: one statement for the rows of a page, and one for each
// to-many relationship of it.

import PerdureStore

/// Some objects with their members.
package struct ObjectPage {
    package let rows: [Row]
    /// The members by slots, then by the numbers of owners; an owner without members has no list.
    package let members: [Int: [Int64: [ObjectKey]]]

    /// The members of a relationship of an object.
    package func members(of slot: Int, for owner: ObjectKey) -> [ObjectKey] {
        members[slot]?[owner.number] ?? []
    }
}

/// The objects of a fetch, page by page.
package struct ObjectPages {
    private var plan: FetchPlan
    private let engine: any PagedReader
    private let withMembers: Bool
    private var number: Int64 = 0
    /// How many objects may follow; nil for any number.
    private var left: Int?
    private var size = 200
    private static let mostRows = 1_000
    private static let mostBytes = 8 << 20

    /// - Parameters:
    ///   - plan: The objects; the order is that of their numbers.
    ///   - engine: The store.
    ///   - withMembers: Whether to-many relationships are read.
    package init(_ plan: FetchPlan, _ engine: any PagedReader, withMembers: Bool) {
        self.plan = plan
        self.engine = engine
        self.withMembers = withMembers
        left = plan.limit
        self.plan.shape = .rows
    }

    /// Lets the next page look further, because all rows of the last one were left out.
    package mutating func widen() { size *= 4 }

    /// The next page; nil behind the last one, and where all of its rows were left out because they cannot be read.
    ///
    /// - Throws: What a fetch throws.
    package mutating func next() throws -> ObjectPage? {
        let limit = min(size, left ?? size)
        guard limit > 0 else { return nil }
        plan.limit = limit
        // A page with fewer rows need not be the last one: rows that cannot be read are left out.
        guard case .rows(let rows) = try engine.page(of: plan, after: number), let last = rows.last else {
            return nil
        }
        number = last.key.number
        left = left.map { $0 - rows.count }
        // Large rows make small pages.
        let bytes = rows.reduce(0) { $0 + $1.roughSize } / rows.count
        size = min(Self.mostRows, max(1, Self.mostBytes / max(1, bytes)))
        return ObjectPage(rows: rows, members: withMembers ? try members(of: rows) : [:])
    }

    private func members(of rows: [Row]) throws -> [Int: [Int64: [ObjectKey]]] {
        var members: [Int: [Int64: [ObjectKey]]] = [:]
        for (entity, owners) in Dictionary(grouping: rows, by: \.key.entity) {
            let numbers = owners.map(\.key.number)
            for property in engine.schema[entity].properties
            where property.relationship?.isToMany == true && !property.isTransient {
                let found = try engine.memberKeys(
                    of: MemberOwners(slot: property.slot, entity: entity, numbers: numbers))
                add(found, to: &members[property.slot, default: [:]])
            }
        }
        return members
    }

    /// Adds lists; the members of one owner stand together.
    private func add(_ found: MemberKeys, to lists: inout [Int64: [ObjectKey]]) {
        var start = 0
        while start < found.owners.count {
            var end = start + 1
            while end < found.owners.count, found.owners[end] == found.owners[start] { end += 1 }
            lists[found.owners[start]] = Array(found.keys[start..<end])
            start = end
        }
    }
}

extension Row {
    /// The bytes of texts and data.
    fileprivate var roughSize: Int {
        var size = 0
        for slot in 0..<count {
            switch self[slot] {
            case .string(let text): size += text.utf8.count
            case .data(let data): size += data.count
            default: size += 16
            }
        }
        return size
    }
}
