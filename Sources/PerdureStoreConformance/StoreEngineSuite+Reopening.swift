// SPDX-License-Identifier: Apache-2.0
// The end of each check for stores that outlive their engine: closed and opened again, they hold the same rows, members and
// metadata, and give out keys that nobody has had.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

extension StoreEngineSuite {
    /// Opens each store of the check again, and compares what it holds.
    func requireSameAfterReopening() throws {
        guard let reopen else { return }
        for engine in opened.list {
            let before: StoreImage
            do { before = try StoreImage(engine) } catch StoreError.closed { continue }
            try engine.close()
            let again = try reopen(engine)
            defer { try? again.close() }
            try before.compare(with: StoreImage(again))
        }
    }
}

/// All that a store holds, with one key of each hierarchy that it has given out for the purpose.
private struct StoreImage {
    private struct Object: Equatable {
        let entity: String
        let version: Int64
        let values: ContiguousArray<StoredValue>
        /// The members of to-many relationships; sorted where they have no order.
        let members: [String: [Int64]]

        static func == (left: Object, right: Object) -> Bool {
            left.entity == right.entity && left.version == right.version && left.members == right.members
                && left.values.count == right.values.count
                && zip(left.values, right.values).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
        }
    }

    private var objects: [ObjectKey: Object] = [:]
    private var newKeys: [Int32: Int64] = [:]
    private let metadata: [String: PropertyListValue]

    init(_ engine: any StoreEngine) throws {
        metadata = engine.metadata
        for layout in engine.schema.entities where layout.superentity == nil {
            guard case .rows(let rows) = try engine.fetch(FetchPlan(entity: layout.number)) else { continue }
            for row in rows { objects[row.key] = try Self.object(row, in: engine) }
            newKeys[layout.number] = try engine.reserveKey(entity: layout.number)
        }
    }

    private static func object(_ row: Row, in engine: any StoreEngine) throws -> Object {
        let layout = engine.schema[row.key.entity]
        var members: [String: [Int64]] = [:]
        for property in layout.properties where !property.isTransient {
            guard let relationship = property.relationship, relationship.isToMany else { continue }
            let numbers = try engine.members(of: property.slot, for: row.key).map(\.number)
            members[property.name] = relationship.isOrdered ? numbers : numbers.sorted()
        }
        return Object(entity: layout.name, version: row.version, values: row.values, members: members)
    }

    /// Records an issue for each difference to the store after it was opened again.
    func compare(with new: StoreImage) throws {
        #expect(Set(new.objects.keys) == Set(objects.keys), "other objects after the store was opened again")
        for (key, object) in objects {
            #expect(new.objects[key] == object, "another \(object.entity) \(key.number) after opening again")
        }
        for (key, value) in metadata {
            #expect(new.metadata[key] == value, "other metadata for \(key) after opening again")
        }
        for (root, key) in newKeys {
            #expect(new.newKeys[root] != key, "the key \(key) was given out again after opening again")
        }
    }
}

extension StoredValue {
    /// Whether the value is a NaN, which equals nothing.
    fileprivate var isNaN: Bool { if case .double(let value) = self { value.isNaN } else { false } }
}
