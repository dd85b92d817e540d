// SPDX-License-Identifier: Apache-2.0
// A coordinator with one store, for tests: `for kind in Stack.Kind.allCases`.

import Foundation
import Perdure
import PerdureSQLite

#if PostgreSQL
import PerdurePostgreSQLStores
#endif

/// A model, a coordinator and a store; the stack removes its file at its end.
public final class Stack {
    /// The kind of a stack's store.
    public enum Kind: String, CaseIterable, Sendable {
        /// A store in memory.
        case inMemory
        /// An SQLite file in a temporary folder.
        case sqlite
        #if PostgreSQL
        /// A namespace of the server of Scripts/with-postgres.
        case postgreSQL
        #endif

        /// The type of its stores.
        public var storeType: String {
            switch self {
            case .inMemory: NSInMemoryStoreType
            case .sqlite: NSSQLiteStoreType
            #if PostgreSQL
            case .postgreSQL: PostgreSQLStoreType
            #endif
            }
        }

        /// Whether its stores keep texts with U+0000.
        public var keepsNullCharacters: Bool { self == .inMemory || self == .sqlite }

        /// The kinds that can be made here: a server is there or not.
        public static var allCases: [Kind] {
            #if PostgreSQL
            [.inMemory, .sqlite] + (SharedServer.url == nil ? [] : [.postgreSQL])
            #else
            [.inMemory, .sqlite]
            #endif
        }

        /// The kinds that can be made here whose stores outlast their coordinator: they keep histories and take batch requests.
        public static var lasting: [Kind] { allCases.filter { $0 != .inMemory } }
    }

    /// The coordinator.
    public let coordinator: NSPersistentStoreCoordinator
    /// Its store.
    public let store: NSPersistentStore
    /// The store's file; nil for a store in memory and on a server.
    public let url: URL?
    /// Where another coordinator opens the store; nil for a store in memory.
    public let place: URL?
    private let folder: TemporaryFolder?
    #if PostgreSQL
    private var namespace: ServerNamespace?
    #endif
    /// Records the statements on the file; nil for a store in memory.
    private let recorder: StatementRecorder?

    /// Makes a stack with an empty store.
    ///
    /// - Parameters:
    ///   - kind: the kind of store.
    ///   - model: the model, which the stack freezes.
    ///   - options: options of the store.
    /// - Throws: the error of adding the store.
    public convenience init(
        _ kind: Kind = .inMemory, _ model: NSManagedObjectModel = FixtureModel.scenarios(),
        options: [AnyHashable: Any]? = nil
    ) throws {
        #if PostgreSQL
        if kind == .postgreSQL {
            let namespace = try ServerNamespace()
            try self.init(nil, namespace.url, model, options)
            self.namespace = namespace
            return
        }
        #endif
        let folder = kind == .sqlite ? try TemporaryFolder() : nil
        try self.init(folder, folder?.file("Test.sqlite"), model, options)
    }

    /// Opens a store file.
    ///
    /// - Parameters:
    ///   - url: an SQLite store; with the extension `xml` or `binary` a store of that type.
    ///   - model: the model.
    ///   - options: options of the store.
    /// - Throws: the error of adding the store.
    public convenience init(
        at url: URL, _ model: NSManagedObjectModel = FixtureModel.scenarios(),
        options: [AnyHashable: Any]? = nil
    ) throws {
        try self.init(nil, url, model, options)
    }

    private init(
        _ folder: TemporaryFolder?, _ url: URL?, _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]?
    ) throws {
        self.folder = folder
        self.url = url?.isFileURL == true ? url : nil
        place = url
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        recorder = url.flatMap { $0.isFileURL ? StatementRecorder.of($0.path) : nil }
        store = try coordinator.addPersistentStore(
            ofType: Self.type(of: url), configurationName: nil, at: url, options: options)
    }

    /// The type that an extension names; files of any other name are SQLite's.
    private static func type(of url: URL?) -> String {
        #if PostgreSQL
        if url?.scheme == "postgresql" { return PostgreSQLStoreType }
        #endif
        return switch url?.pathExtension {
        case nil: NSInMemoryStoreType
        case "xml"?: NSXMLStoreType
        case "binary"?: NSBinaryStoreType
        default: NSSQLiteStoreType
        }
    }

    deinit { try? coordinator.remove(store) }

    /// The texts of the statements that run on the file during a body; none for a store in memory.
    public func statements(during body: () throws -> Void) throws -> [String] {
        guard let recorder else {
            try body()
            return []
        }
        return try recorder.statements(during: body)
    }

    /// A new context on the coordinator, with a queue of its own.
    public func context(_ policy: NSMergePolicy = .error) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.mergePolicy = policy
        return context
    }
}

extension NSManagedObjectContext {
    /// Inserts an object and sets its properties.
    ///
    /// - Parameters:
    ///   - entity: the entity's name.
    ///   - values: property names with values.
    /// - Returns: the object.
    @discardableResult
    public func insert(_ entity: String, _ values: [String: Any?] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// Fetches objects of an entity.
    ///
    /// - Parameters:
    ///   - entity: the entity's name.
    ///   - format: a predicate without arguments.
    ///   - key: the key to sort by.
    /// - Returns: the objects.
    /// - Throws: the error of a fetch.
    public func all(_ entity: String, _ format: String? = nil, by key: String? = nil) throws
        -> [NSManagedObject]
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
        return try fetch(request)
    }
}
