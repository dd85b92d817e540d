// SPDX-License-Identifier: Apache-2.0
// A store that a command changes: opened with a coordinator, as a program would, so that rules, inverses, derived values and the
// history are kept. 'store import' and 'store set' use it.

import Foundation
import Perdure
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite

#if PostgreSQL
import PerdurePostgreSQLStores
#endif

/// A store that is open for writing.
final class WritableStore {
    let shown: String
    let context: NSManagedObjectContext
    let store: NSPersistentStore
    /// The model as its program has it.
    let document: ModelDocument
    /// Whether it is a file that has never given out a number, as far as was known at the opening.
    let isUnused: Bool
    /// The attributes with merge indexes, each behind its entity's name and a full stop.
    private let indexed: Set<String>
    private let coordinator: NSPersistentStoreCoordinator

    /// The name that transactions of a history have as their author.
    static let author = "perdure"

    /// How to open the store.
    private struct Opening {
        var shown: String
        var url: URL
        var type: String
        var options: [AnyHashable: Any] = [:]
        var metadata: [String: PropertyListValue]
        var archive: Data?
        var isUnused = false

        func configuration(of model: NSManagedObjectModel) -> String? {
            ListedEntities(metadata).configuration(of: model)
        }
    }

    /// Opens the store that an operand names.
    ///
    /// - Throws: `ToolError` that says what failed.
    init(_ arguments: Arguments, operand: String = "STORE") throws {
        let opening = try Self.opening(arguments[operand: operand], arguments)
        shown = opening.shown
        isUnused = opening.isUnused
        document = try Self.document(opening, arguments)
        indexed = Set(
            document.entities.flatMap { entity in
                entity.attributes.filter(\.hasMergeIndexes).map { "\(entity.name).\($0.traits.name)" }
            })
        StoredBytesTransformer.register()
        let model = try NSManagedObjectModel(document: document.neutral)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        do {
            try Self.letModelSettle(document, opening)
            store = try coordinator.addPersistentStore(
                ofType: opening.type, configurationName: opening.configuration(of: model), at: opening.url,
                options: opening.options)
        } catch let error as NSError {
            throw ToolError("\(opening.shown): cannot be opened for writing: \(StoreMigrate.reasons(error))")
        }
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = Self.author
        context.undoManager = nil
    }

    /// Requires that an attribute has no merge indexes, which only the store's program can keep.
    func requireNoIndexes(of attribute: NSAttributeDescription) throws(ValueFault) {
        guard !indexed.isEmpty, indexed.contains("\(attribute.entity.name ?? "").\(attribute.name)") else {
            return
        }
        throw ValueFault("merges and has indexes, which only its program can keep: leave it out")
    }

    /// Closes the store.
    func close() {
        context.performAndWait { context.reset() }
        try? coordinator.remove(store)
    }

    /// What an opening mends is written with the program's model, not with the neutral one.
    private static func letModelSettle(_ document: ModelDocument, _ opening: Opening) throws {
        let model = try NSManagedObjectModel(document: document)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: opening.type, configurationName: opening.configuration(of: model), at: opening.url,
            options: opening.options)
        try coordinator.remove(store)
    }

    private static func document(_ opening: Opening, _ arguments: Arguments) throws -> ModelDocument {
        if let file = arguments.values["model"] {
            return try ModelFit(store: opening.shown, metadata: opening.metadata).version(of: file)
        }
        guard let archive = opening.archive else {
            throw ToolError("\(opening.shown): the store keeps no copy of its model; name one with --model")
        }
        return try CompiledModelReader.read(data: archive, path: opening.shown)
    }

    private static func opening(_ text: String, _ arguments: Arguments) throws -> Opening {
        guard StorePlaces.isServer(text) else { return try file(text) }
        #if PostgreSQL
        let place = try ServerStorePlace(
            text, schema: arguments.values["schema"], tls: arguments.values["tls"])
        let content = try place.store.content()
        var (url, options) = try place.opening()
        // A store with a history is read-only for those who would leave a gap in it.
        if try place.store.givenNumbers().hasHistory { options[NSPersistentHistoryTrackingKey] = true }
        return Opening(
            shown: place.shown, url: url, type: PostgreSQLStoreType, options: options,
            metadata: content.metadata, archive: content.modelArchive)
        #else
        throw StorePlaces.missingTrait
        #endif
    }

    private static func file(_ path: String) throws -> Opening {
        try FilePlace.requireFile(path)
        do {
            var opening = Opening(
                shown: path, url: URL(fileURLWithPath: path), type: NSSQLiteStoreType,
                metadata: try SQLiteStoreFile.readMetadata(at: path),
                archive: try SQLiteStoreFile.readModelArchive(at: path))
            // A store with a history is read-only for those who would leave a gap in it.
            let given = try SQLiteStoreFile.givenNumbers(at: path)
            if given.hasHistory { opening.options[NSPersistentHistoryTrackingKey] = true }
            opening.isUnused = given.objects.values.allSatisfy { $0 == 0 }
            return opening
        } catch { throw FilePlace.naming(path, error) }
    }
}
