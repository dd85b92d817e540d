// SPDX-License-Identifier: Apache-2.0
// The IDs of a fetch's result, 16 bytes for each. A list of a million objects is kept in this form; each object is made
// at its first use (FetchedBatches.swift).

import PerdureStore

/// The IDs of a result, in its order.
struct ResultIDs {
    private var keys: [ObjectKey]
    /// The stores of the keys.
    private var namespaces: [ObjectIDNamespace]
    /// For each key the index of its store in `namespace`; empty while there is only one store.
    private var namespaceIndexes: [UInt16] = []
    /// IDs of unsaved objects: no store can make an ID from their keys.
    private var unsaved: [ObjectKey: NSManagedObjectID] = [:]

    /// Makes the list of keys of one store.
    init(_ keys: [ObjectKey], of namespace: ObjectIDNamespace) {
        self.keys = keys
        namespaces = [namespace]
    }

    /// Makes the list of any IDs.
    init(_ ids: [NSManagedObjectID]) {
        keys = []
        namespaces = []
        keys.reserveCapacity(ids.count)
        for id in ids { insert(id, at: keys.count) }
    }

    var count: Int { keys.count }

    /// The only store of the objects; nil when there are several, or an unsaved object.
    var onlyNamespace: ObjectIDNamespace? {
        namespaces.count == 1 && unsaved.isEmpty ? namespaces[0] : nil
    }

    /// The key at an index; the number of an object that was unsaved is negative.
    func key(at index: Int) -> ObjectKey { keys[index] }

    /// The keys of a part of the list.
    func keys(_ range: Range<Int>) -> ArraySlice<ObjectKey> { keys[range] }

    /// The store of the object at an index that was saved when the list was made.
    func namespace(at index: Int) -> ObjectIDNamespace {
        namespaces[namespaces.count == 1 ? 0 : Int(namespaceIndexes[index])]
    }

    /// The ID at an index; the permanent ID for an object that was saved since.
    subscript(index: Int) -> NSManagedObjectID {
        let key = keys[index]
        if key.number < 0, let id = unsaved[key] { return id.permanentSuccessor ?? id }
        return namespace(at: index).id(key)
    }

    mutating func insert(_ id: NSManagedObjectID, at index: Int) {
        let id = id.permanentSuccessor ?? id
        keys.insert(id.key, at: index)
        if id.isTemporaryID { unsaved[id.key] = id }
        let place = id.isTemporaryID ? 0 : namespaceIndex(of: id)
        if namespaces.count > 1 { namespaceIndexes.insert(place, at: index) }
    }

    /// The index of an ID's store in `namespace`.
    private mutating func namespaceIndex(of id: NSManagedObjectID) -> UInt16 {
        // IDs without a namespace are temporary.
        guard let namespace = id.namespace else { return 0 }
        if let place = namespaces.firstIndex(where: { $0 === namespace }) { return UInt16(place) }
        namespaces.append(namespace)
        // The list's newest key has no index yet.
        if namespaces.count > 1, namespaceIndexes.isEmpty {
            namespaceIndexes = Array(repeating: 0, count: keys.count - 1)
        }
        return UInt16(namespaces.count - 1)
    }

    /// Removes the IDs of some objects.
    mutating func remove(_ gone: Set<NSManagedObjectID>) {
        let numbers = Set(gone.map(\.key))
        let stay = keys.indices.filter { !numbers.contains(keys[$0]) || !gone.contains(self[$0]) }
        keep(stay)
    }

    /// The IDs among the given ones that are in the list.
    func members(of ids: Set<NSManagedObjectID>) -> Set<NSManagedObjectID> {
        let numbers = Set(ids.map(\.key))
        let found = keys.indices.filter { numbers.contains(keys[$0]) }.map { self[$0] }
        return ids.intersection(found)
    }

    /// Keeps only one page of the list.
    mutating func cut(offset: Int, limit: Int) {
        guard offset > 0 || limit > 0 else { return }
        keep(Array(keys.indices.page(offset: offset, limit: limit)))
    }

    private mutating func keep(_ stay: [Int]) {
        guard stay.count < keys.count else { return }
        keys = stay.map { keys[$0] }
        if namespaces.count > 1 { namespaceIndexes = stay.map { namespaceIndexes[$0] } }
    }

    /// All IDs.
    var all: [NSManagedObjectID] { ids(0..<count) }

    /// The IDs of a part of the list.
    func ids(_ range: Range<Int>) -> [NSManagedObjectID] { range.map { self[$0] } }
}

/// The parts of a list that are read at once; a program may ask for parts of any size.
extension ResultIDs {
    /// How many parts there are.
    func batchCount(_ size: Int) -> Int { count == 0 ? 0 : (count - 1) / size + 1 }

    /// The indexes of a part, counted from 0.
    func batch(_ number: Int, _ size: Int) -> Range<Int> {
        let start = number * size
        return start..<start + min(size, count - start)
    }
}
