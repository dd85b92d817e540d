// SPDX-License-Identifier: Apache-2.0
// The way from a context to a store of a program's own: identifiers, and values of faults. SnapshotStore+Requests.swift fetches,
// SnapshotStore+Saving.swift saves.

import Foundation
import Perdure
import PerdureBase
import PerdureIncrementalStores

/// The incremental store in front of a program's store.
final class SnapshotStore: NSIncrementalStore, ProgramKeyedStore, @unchecked Sendable {
    // Sendable because a lock guards what changes; the program guards its own store.

    static let typeName = "SwiftData.DataStore"
    static let programKey = "SwiftData.DataStore.program"

    let program: any ProgramStore
    private let state = Lock(State())

    private struct State: @unchecked Sendable {
        // Sendable because values of attributes are, and IDs.

        /// Rows that came with fetches and saves, until their objects read them.
        var rows: [NSManagedObjectID: SnapshotRow] = [:]
        /// The context whose save the program has done already, for its new objects' identifiers.
        var savedContext: ObjectIdentifier?
    }

    required init(
        persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?, configurationName: String?,
        at url: URL, options: [AnyHashable: Any]?
    ) {
        guard let program = options?[Self.programKey] as? any ProgramStore else {
            CoreDataException.invalidArgument(
                "The store type \(Self.typeName) is opened by ModelContainer(for:configurations:) alone."
            ).stop()
        }
        self.program = program
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
            options: options)
    }

    override var type: String { Self.typeName }

    override func loadMetadata() throws {
        metadata = [NSStoreTypeKey: Self.typeName, NSStoreUUIDKey: program.identifier]
    }

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws
        -> Any
    { try answer(request, context) }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try permanentIDs(array)
    }

    // MARK: Identifiers

    /// The ID behind an identifier of the program's.
    ///
    /// - Throws: An error for an identifier of another store or entity.
    func objectID(of identifier: PersistentIdentifier) throws -> NSManagedObjectID {
        let content = identifier.implementation
        if let id = content.managedObjectID?.chosen, !id.isTemporaryID, id.persistentStore === self {
            return id
        }
        let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[content.entityName]
        guard content.storeIdentifier == program.identifier, let entity else {
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "The store \(program.identifier) gave the identifier \(content.uri.absoluteString): make those of its "
                    + "models by PersistentIdentifier.identifier(for:entityName:primaryKey:), with its own identifier "
                    + "and a name of its schema, and remap those that come from insertions.")
        }
        return newObjectID(for: entity, referenceObject: content.primaryKey)
    }

    var programIdentifier: String { program.identifier }
    func eraseContents() throws { try program.erase() }

    /// The program's key of an object.
    func primaryKey(of id: NSManagedObjectID) -> String { "\(referenceObject(for: id))" }

    // MARK: Rows

    func keep(_ rows: [SnapshotRow]) throws {
        let pairs = try rows.map { (try objectID(of: $0.identifier), $0) }
        state.withLock { state in
            for (id, row) in pairs { state.rows[id] = row }
        }
    }

    /// Replaces all rows by those of a save, which may have changed others.
    func keepOnly(_ rows: [SnapshotRow]) throws {
        state.withLock { $0.rows = [:] }
        try keep(rows)
    }

    func noteSave(_ context: ObjectIdentifier?) { state.withLock { $0.savedContext = context } }

    /// Whether the context's save is done; asked once.
    func takeSave(_ context: ObjectIdentifier?) -> Bool {
        state.withLock { state in
            defer { state.savedContext = nil }
            return context != nil && state.savedContext == context
        }
    }

    override func newValuesForObject(with objectID: NSManagedObjectID, with context: NSManagedObjectContext)
        throws -> NSIncrementalStoreNode
    {
        let row =
            try state.withLock { $0.rows.removeValue(forKey: objectID) } ?? fetchedRow(objectID, context)
        let values = try storedValues(of: row, objectID.entity)
        // Equal values have equal versions, so that reading twice is no conflict.
        let text = values.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "\n")
        let version = UInt64(truncatingIfNeeded: text.hashValue) >> 1
        return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: version)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        let row = try state.withLock { $0.rows[objectID] } ?? fetchedRow(objectID, context)
        let values = try storedValues(of: row, objectID.entity)
        return values[relationship.name] ?? (relationship.isToMany ? [NSManagedObjectID]() : NSNull())
    }

    private func storedValues(of row: SnapshotRow, _ entity: NSEntityDescription) throws -> [String: Any] {
        guard let type = modelType(of: entity) else { return [:] }
        var values: [String: Any] = [:]
        for property in ModelFacts.of(type).properties {
            let value = row.values[property.name]
            switch property.form {
            case .one:
                values[property.name] =
                    try (value as? PersistentIdentifier).map(objectID) ?? NSNull() as Any
            case .many:
                values[property.name] = try (value as? [PersistentIdentifier] ?? []).map(objectID)
            default:
                values[property.name] = try value.flatMap {
                    try property.form.stored($0, as: property.name)
                }
            }
        }
        return values
    }

    /// The class of an entity's models.
    func modelType(of entity: NSEntityDescription) -> (any PersistentModel.Type)? {
        (entity.facts.objectClass as? any ModelObjectClass.Type)?.modelClass
    }
}

/// Tells the class of models of a class of objects.
protocol ModelObjectClass {
    static var modelClass: any PersistentModel.Type { get }
}

extension ModelObject: ModelObjectClass {
    static var modelClass: any PersistentModel.Type { M.self }
}
