// SPDX-License-Identifier: Apache-2.0
// Sorts the results of several stores together, in the order of a single store.

import Foundation
import PerdureStore

/// Interleaves fetched objects by sort terms.
struct ObjectInterleaving {
    private let terms: [SortTerm]
    private let entity: NSEntityDescription
    private let fulfiller: FaultFulfiller

    init(_ terms: [SortTerm], _ entity: NSEntityDescription, _ views: StoreViews) {
        self.terms = terms
        self.entity = entity
        fulfiller = FaultFulfiller(views: views)
    }

    /// All objects, sorted; equal objects stay in the order of their stores.
    ///
    /// - Throws: what reading the rows behind a key path reports.
    func interleaved(_ found: [[FetchedObject]]) throws -> [FetchedObject] {
        let all = found.flatMap { $0 }
        guard !terms.isEmpty, found.count(where: { !$0.isEmpty }) > 1 else { return all }
        return try terms.sorted(all) { object in
            try terms.map { try value($0.keys[...], of: object.id, object.row) }
        }
    }

    /// The value at the end of a sort term's key path.
    private func value(_ keys: ArraySlice<String>, of id: NSManagedObjectID, _ row: Row?) throws
        -> StoredValue
    {
        guard let key = keys.first, let row, let namespace = id.namespace else { return .null }
        if key == "objectID" || key == "self" { return .integer(row.key.number) }
        let layout = namespace.entity(row.key.entity).layout
        guard let property = layout.property(named: key) else { return .null }
        if property.relationship?.isToMany == true { return try count(property, of: id) }
        guard keys.count > 1 else { return row[property.slot] }
        if let part = property.sortValue(at: keys.dropFirst(), of: row[property.slot]) { return part }
        if let leaves = row[property.slot].leaves { return element(keys.dropFirst(), property, leaves) }
        guard case .reference(let destination) = row[property.slot] else { return .null }
        let next = namespace.id(destination)
        return try value(keys.dropFirst(), of: next, try fulfiller.row(for: next, maximumAge: -1))
    }

    private func count(_ property: PropertyLayout, of id: NSManagedObjectID) throws -> StoredValue {
        guard let relationship = id.entity.relationshipsByName[property.name], let store = id.engineStore
        else { return .null }
        let members = try fulfiller.members(of: relationship, for: id.key, in: store, maximumAge: 0)
        return .integer(Int64(members.count))
    }

    private func element(_ keys: ArraySlice<String>, _ property: PropertyLayout, _ values: [StoredValue])
        -> StoredValue
    {
        guard let elements = property.attribute?.elements,
            let index = elements.firstIndex(where: { $0.name == keys.first }), index < values.count
        else { return .null }
        return values[index]
    }
}
