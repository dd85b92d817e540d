// SPDX-License-Identifier: Apache-2.0
// The effect of a commit on one object. NSPersistentHistoryTransaction.swift has the commit.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates
import PerdureStore

/// The kind of change of an object in a commit.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// The object was inserted.
    case insert = 0
    /// Some of the object's properties were written.
    case update = 1
    /// The object was deleted.
    case delete = 2
}

/// The effect of a commit on one object.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
    // Sendable because nothing changes after init, and descriptions of a model in use never change.

    final let value: HistoryChange
    private let owner: NSPersistentHistoryTransaction

    init(_ value: HistoryChange, _ transaction: NSPersistentHistoryTransaction) {
        self.value = value
        owner = transaction
    }

    /// The change's number in its store.
    open var changeID: Int64 { value.number }

    /// The ID of the changed object.
    open var changedObjectID: NSManagedObjectID { owner.namespace.id(value.key) }

    /// The kind of the change.
    open var changeType: NSPersistentHistoryChangeType {
        switch value.kind {
        case .insert: .insert
        case .update: .update
        case .delete: .delete
        }
    }

    /// The last values of a deleted object, by attribute name.
    ///
    /// The dictionary has the attributes with `preservesValueInHistoryOnDeletion` whose values were not nil. The result is nil
    /// for an insertion or an update, and for an entity without such attributes.
    ///
    /// ## Compatibility
    /// Values of composite attributes and of attributes with external storage are not kept.
    open var tombstone: [AnyHashable: Any]? {
        guard value.kind == .delete, !value.tombstone.isEmpty else { return nil }
        let properties = EntityBinding.of(entity).slotProperties
        var values: [AnyHashable: Any] = [:]
        for kept in value.tombstone {
            let property = properties[kept.slot]
            values[property.name] = property.coding?.value(kept.value)
        }
        return values
    }

    /// The commit; it has the other changes too, unless the request asked only for changes.
    open var transaction: NSPersistentHistoryTransaction? { owner }

    /// The properties that an update wrote: attributes, relationships, and derived attributes that the store computed.
    ///
    /// nil for an insertion or a deletion. Empty when only the version of the row changed.
    open var updatedProperties: Set<NSPropertyDescription>? {
        guard value.kind == .update else { return nil }
        let (entity, properties) = (entity, EntityBinding.of(entity).slotProperties)
        return Set(value.slots.compactMap { entity.propertiesByName[properties[$0].name] })
    }

    /// The object's entity.
    final var entity: NSEntityDescription { owner.namespace.entity(value.key.entity) }

    // MARK: Fetching

    /// Describes the fields that the predicate of a fetch for changes can name.
    open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        HistoryEntities.change
    }

    /// Describes the fields that the predicate of a fetch for changes can name.
    open class var entityDescription: NSEntityDescription? { HistoryEntities.change }

    /// A new fetch request for changes, for `NSPersistentHistoryChangeRequest.fetchHistory(withFetch:)`.
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntities.fetchRequest(HistoryEntities.change)
    }

    // MARK: Identity

    /// Whether both are the same change in the same store.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentHistoryChange else { return false }
        return other.value.number == value.number && other.owner == owner
    }

    /// Equal for equal changes.
    open override var hash: Int { value.number.hashValue }

    /// A change never changes: returns the receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The kind and the object, for debugging.
    open override var description: String {
        "<NSPersistentHistoryChange: \(changeID) \(changeType) \(changedObjectID.uriRepresentation())>"
    }
}

extension NSPersistentHistoryChange: CustomReflectable {
    /// A mirror with the description instead of the fields, which lead to rows and models.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}

extension NSPersistentHistoryChange: KeyValueReadable {
    package func readValue(forKey key: String) throws -> Any? {
        switch key {
        case "changeID": changeID
        case "changeType": changeType.rawValue
        case "changedObjectID": changedObjectID
        case "changedID": value.key.number
        // HistoryFilter compares entities by name, so that entities from another copy of the model match too.
        case "changedEntity": entity.name
        case "tombstone": tombstone
        case "updatedProperties": updatedProperties.map { Set($0.map(\.name)) }
        case "transaction": owner
        default: throw HistoryErrors.unknownKey(key, HistoryEntities.change)
        }
    }
}
