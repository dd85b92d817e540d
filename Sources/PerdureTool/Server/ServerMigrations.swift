// SPDX-License-Identifier: Apache-2.0
// `perdure store migrate` on a server: one store, or those of many namespaces that share a model.

#if PostgreSQL
import Foundation
import PerdureInspection
import Perdure
import PerdureMapping
import PerdureMigration
import PerdureModelFormat
import PerdurePostgreSQL
import PerdurePostgreSQLStores
import PerdureStore

/// The migrations that a command line asks for.
struct ServerMigrations {
    private let arguments: Arguments
    private let file: LoadedModel
    private let destination: NSManagedObjectModel
    private let places: [ServerStorePlace]
    private let mapping: NSMappingModel?

    /// - Throws: `UsageError` for options that have no meaning on a server, `ToolError` where no store fits.
    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        for name in ["to", "backup"] where arguments.values[name] != nil {
            throw UsageError(
                "'--\(name)' is for files; make a copy with 'perdure store copy'", arguments.command.fullName)
        }
        file = try LoadedModel(arguments.values["model"] ?? "")
        try file.requireSound([file.current])
        destination = try NSManagedObjectModel(document: file.current)
        mapping = try arguments.values["mapping"].map {
            try NSMappingModel.load(contentsOf: URL(fileURLWithPath: $0))
        }
        places = try Self.places(arguments)
    }

    private static func places(_ arguments: Arguments) throws -> [ServerStorePlace] {
        let first = try ServerPlace(arguments[operand: "STORE"], arguments).place
        guard let pattern = arguments.values["schemas"] else { return [first] }
        guard arguments.values["schema"] == nil else {
            throw UsageError(
                "'--schema' and '--schemas' exclude each other", arguments.command.fullName)
        }
        let names = try ServerNamespaces.stores(first.options, like: pattern)
        guard !names.isEmpty else {
            throw ToolError("\(first.shown): no namespace with a store fits '\(pattern)'")
        }
        return try names.map {
            try ServerStorePlace(
                arguments[operand: "STORE"], schema: $0, tls: arguments.values["tls"])
        }
    }

    /// Migrates one store after the other; says what is done once for each version that it meets.
    func run() throws -> ExitCode {
        var told: Set<String> = []
        var failures = 0
        for place in places {
            do {
                if try !migrate(place, &told) { failures += 1 }
            } catch  where places.count > 1 {
                failures += 1
                Console.complain("\(place.shown): \(Self.text(error))")
            }
        }
        if places.count > 1, failures > 0 {
            Console.complain("\(failures) of \(places.count) stores were not migrated; they are as before")
        }
        return failures == 0 ? .success : .refused
    }

    /// Whether the store has the version now, or would have it.
    private func migrate(_ place: ServerStorePlace, _ told: inout Set<String>) throws -> Bool {
        let name = place.shown
        let content = try place.store.content()
        guard
            let source = try MigrationTask.source(
                name, content.metadata, destination, file, archive: { content.modelArchive })
        else {
            try Console.print("\(PlainText.safe(name)): has this version already")
            return true
        }
        let difference = try ModelDifference(from: source, to: destination)
        if told.insert(difference.text).inserted { try Console.print(difference.text) }
        guard mapping != nil || difference.refusals.isEmpty else { return false }
        if arguments.switches.contains("dry-run") {
            try showStatements(place, content, source)
            try Console.print("\(PlainText.safe(name)): would be migrated")
            return true
        }
        let configuration = ListedEntities(content.metadata).configuration(of: source, in: destination)
        do {
            try ProgressLine(arguments.switches).showing { try open(place, source, configuration) }
        } catch let error as NSError where error.domain == NSCocoaErrorDomain {
            Console.complain("\(name): \(StoreMigrate.reasons(error))")
            return false
        }
        try Console.print("\(PlainText.safe(name)): migrated")
        return true
    }

    private func showStatements(
        _ place: ServerStorePlace, _ content: ClosedServerStore.Content, _ source: NSManagedObjectModel
    ) throws {
        // A mapping model writes objects, and its tables are new.
        guard mapping == nil else { return }
        var migration = StoreMigration(
            from: content.metadata[StoreMigration.hashesKey], try SchemaCompiler(source).schema(),
            metadata: destination.storeMetadataEntries(
                configuration: ListedEntities(content.metadata).configuration(of: source, in: destination)))
        migration.steps = try InferredMigration(
            from: migration.oldSchema, to: SchemaCompiler(destination).schema())
        try StoreMigrate.show(place.preview(of: migration, to: destination))
    }

    private func open(
        _ place: ServerStorePlace, _ source: NSManagedObjectModel, _ configuration: String?
    ) throws {
        if let mapping {
            let (url, options) = try place.opening()
            return try HeavyMigration(
                url: url, type: PostgreSQLStoreType, options: options, from: source, to: destination,
                mapping: mapping, configuration: configuration
            ).run()
        }
        NSManagedObjectModel.registerFormerVersion(source)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: destination)
        let (url, given) = try place.opening()
        var options = given
        options[NSMigratePersistentStoresAutomaticallyOption] = true
        options[NSInferMappingModelAutomaticallyOption] = true
        let store = try coordinator.addPersistentStore(
            ofType: PostgreSQLStoreType, configurationName: configuration, at: url, options: options)
        try coordinator.remove(store)
    }

    private static func text(_ error: any Error) -> String {
        (error as? ToolError)?.message ?? ErrorText.describe(error)
    }
}
#endif
