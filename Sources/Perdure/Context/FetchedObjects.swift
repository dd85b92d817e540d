// SPDX-License-Identifier: Apache-2.0
// What a source has found for a fetch of objects (RowSource.swift): of one store, the rows as they are, so that nothing
// is made for each of them before its object is.

import PerdureStore

/// The result of a fetch of objects, in the request's order.
enum FetchedObjects: Sendable {
    /// Of one store, with their rows.
    case rows([Row], ObjectIDOrigin)
    /// Of one store.
    case keys([ObjectKey], ObjectIDOrigin)
    /// Of several stores, of a parent, or with some values only.
    case list([FetchedObject])

    /// The objects one by one.
    var list: [FetchedObject] {
        switch self {
        case .rows(let rows, let origin): rows.map { FetchedObject(id: origin.id($0.key), row: $0) }
        case .keys(let keys, let origin): keys.map { FetchedObject(id: origin.id($0), row: nil) }
        case .list(let list): list
        }
    }

    /// The IDs.
    var ids: ResultIDs {
        switch self {
        case .rows(let rows, let origin): ResultIDs(rows.map(\.key), of: origin)
        case .keys(let keys, let origin): ResultIDs(keys, of: origin)
        case .list(let list): ResultIDs(list.map(\.id))
        }
    }
}

/// One object of a fetch's result.
struct FetchedObject: Sendable {
    let id: NSManagedObjectID
    let row: Row?
    /// Some of its values, where they alone were asked for.
    var partial: PartialValues?
}
