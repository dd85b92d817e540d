// SPDX-License-Identifier: Apache-2.0
// What fills a store with objects of another one needs: keys of its own choice, and values without a detour through
// key-value coding. Migrations of PerdureMigration use it.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Gives a new object a permanent ID with a certain number.
    ///
    /// - Parameters:
    ///   - number: a number that the store has reserved for the caller, and that no object has.
    ///   - object: an object of this context that has a temporary ID.
    ///   - store: the store that the object will be saved in.
    package final func assign(number: Int64, to object: NSManagedObject, in store: EngineStore) {
        let layout = object.binding.layout
        let key = ObjectKey(entity: layout.number, root: layout.root, number: number)
        replaceID(of: object, with: store.namespace.id(key))
    }

    /// The new and changed objects, in the order in which they were first changed.
    package final var unsavedObjects: [NSManagedObject] { journal.pinned }
}

extension NSManagedObject {
    /// Copies stored values of another object into this one, which was never saved.
    ///
    /// Nobody is told, and nothing is converted.
    ///
    /// - Parameters:
    ///   - source: an object of another store; it is filled if it is a fault.
    ///   - slots: pairs of a slot of `source` and a slot of this object, of attributes with the same type.
    package final func copyStoredValues(of source: NSManagedObject, _ slots: [(from: Int, to: Int)]) {
        source.fireFault()
        for pair in slots {
            guard case .stored(let value) = source.slots[pair.from] else { continue }
            self.slots.write(.stored(value), at: pair.to)
        }
    }
}

extension NSPersistentStoreCoordinator {
    /// The file operations of a built-in type of stores; nil for a type without files, and for one of a program.
    package static func storeFiles(ofType type: String) -> (any StoreFiles)? {
        AtomicStoreTypes.custom(type) == nil ? StoreTypes.builtIn(type)?.files : nil
    }

    /// The engine's side of an open store; nil for a store of another coordinator.
    package final func engineStore(of store: NSPersistentStore) -> EngineStore? {
        engineStores.first { $0.publicStore === store }
    }

    /// Runs file operations, and translates their errors for programs.
    package final func withStoreFiles<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
        try translatingErrors(url, body)
    }
}

extension EngineStore {
    /// Writes the program's own metadata of another store at once.
    ///
    /// - Parameters:
    ///   - other: the other store.
    ///   - keepingIdentifier: whether the store also takes over the other's UUID.
    package final func takeOverMetadata(of other: EngineStore, keepingIdentifier: Bool) throws {
        var values: [String: Any] = other.metadata
        let identifier = values[NSStoreUUIDKey]
        for key in MetadataConversion.systemKeys { values[key] = nil }
        if keepingIdentifier { values[NSStoreUUIDKey] = identifier }
        try replaceMetadata(values, immediately: true)
    }
}

extension EntityBinding {
    /// The number of the entity in its schema.
    package var number: Int32 { layout.number }
    /// The number of the entity's root.
    package var rootNumber: Int32 { layout.root }
}
