// SPDX-License-Identifier: Apache-2.0
// What a source found for a fetch of objects (RowSource.swift). The result of one store keeps the store's rows, so that
// nothing but the object itself is made for each row.

import PerdureStore

/// The objects of one store, with their rows.
enum FetchedObjects: Sendable {
    /// The objects of one store, without rows.
    case rows([Row], ObjectIDNamespace)
    /// The objects of several stores or of a parent, or objects with some values only.
    case keys([ObjectKey], ObjectIDNamespace)
    /// Of several stores, of a parent, or with some values only.
    case list([FetchedObject])

    /// The objects one by one.
    var list: [FetchedObject] {
        switch self {
        case .rows(let rows, let namespace): rows.map { FetchedObject(id: namespace.id($0.key), row: $0) }
        case .keys(let keys, let namespace): keys.map { FetchedObject(id: namespace.id($0), row: nil) }
        case .list(let list): list
        }
    }

    /// The IDs.
    var ids: ResultIDs {
        switch self {
        case .rows(let rows, let namespace): ResultIDs(rows.map(\.key), of: namespace)
        case .keys(let keys, let namespace): ResultIDs(keys, of: namespace)
        case .list(let list): ResultIDs(list.map(\.id))
        }
    }
}

/// One object of a fetch's result.
struct FetchedObject: Sendable {
    let id: NSManagedObjectID
    let row: Row?
    /// Some values of the object, if the request asked for these alone.
    var partial: PartialValues?
}
