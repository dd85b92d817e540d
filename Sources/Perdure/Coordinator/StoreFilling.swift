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

/// How one attribute of a new object gets the stored value of another object's attribute.
package struct SlotCopy {
    let from: Int
    package let to: Int
    /// The conversion between different types of numbers; nil for equal types.
    private let conversion: AttributeConversion?
    /// The conversion of a composite's elements; nil for other attributes.
    private let elements: CompositeConversion?
    /// Whether the new object's own value stays where the other one has none.
    package var keepsDefault = false

    /// - Returns: nil for attributes whose stored values do not mean the same, or cannot be converted.
    package init?(from: SlotProperty, to: SlotProperty) {
        guard let old = from.coding?.type, let new = to.coding?.type, from.merge == nil, to.merge == nil,
            !from.isTransient, !to.isTransient
        else { return nil }
        self.from = from.slot
        self.to = to.slot
        elements = nil
        switch new {
        case .undefined, .transformable, .objectID, .composite: return nil
        default: break
        }
        if old == new {
            conversion = nil
        } else {
            guard let found = AttributeConversion(from: old, to: new) else { return nil }
            conversion = found
        }
    }

    /// The copy of a composite, as an inferred migration makes it: elements follow their renaming identifiers.
    ///
    /// - Returns: nil for transient attributes, for others than composites, and where nothing can be inferred.
    package init?(
        inferredFrom from: SlotProperty, of source: EntityBinding, to: SlotProperty,
        of destination: EntityBinding
    ) {
        guard !from.isTransient, !to.isTransient,
            let found = CompositeConversion(
                from: source.layout.properties[from.slot], to: destination.layout.properties[to.slot])
        else { return nil }
        (self.from, self.to) = (from.slot, to.slot)
        conversion = nil
        elements = found
    }

    /// - Returns: nil for a value that the new type cannot hold.
    fileprivate func value(_ value: StoredValue) -> StoredValue? {
        if let elements { return elements.converted(value) }
        guard let conversion, !value.isNull else { return value }
        return conversion.converted(value)
    }
}

extension NSManagedObject {
    /// Copies stored values of another object into this one, which was never saved.
    ///
    /// Nobody is told.
    ///
    /// - Parameters:
    ///   - source: an object of another store; it is filled if it is a fault.
    ///   - copies: the attributes.
    /// - Returns: the first slot whose value does not fit the new type; nil when all do.
    /// - Throws: `CoreDataException` when a transformer fails.
    package final func copyStoredValues(of source: NSManagedObject, _ copies: [SlotCopy]) throws -> Int? {
        source.fireFault()
        for copy in copies {
            // A hook may have given the source a composite that is not in its stored form yet.
            let stored =
                if case .stored(let value) = source.slots[copy.from] { value } else {
                    try source.storedForm(at: copy.from)
                }
            if copy.keepsDefault, stored.isNull { continue }
            guard let value = copy.value(stored) else { return copy.to }
            slots.write(.stored(value), at: copy.to)
        }
        return nil
    }
}

extension NSPersistentStoreCoordinator {
    /// The file operations of a built-in type of stores; nil for a type without files, and for one of a program.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - options: what a server needs to know; files need none.
    /// - Returns: the operations.
    package static func storeFiles(ofType type: String, _ options: [AnyHashable: Any]? = nil)
        -> (any StoreFiles)?
    {
        AtomicStoreTypes.custom(type) == nil ? StoreTypes.builtIn(type)?.files(options, source: nil) : nil
    }

    /// The class of a type's stores; that of a built-in type is NSPersistentStore for programs.
    package static func storeClass(ofType type: String) -> NSPersistentStore.Type {
        AtomicStoreTypes.custom(type) ?? NSPersistentStore.self
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
    /// - Throws: the errors of the engine.
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
