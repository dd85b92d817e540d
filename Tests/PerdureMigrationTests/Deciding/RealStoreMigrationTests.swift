// SPDX-License-Identifier: Apache-2.0
// Stores that Apple's tools wrote, opened under every version of their models. Skipped where the fixtures are absent.

import CoreData
import Foundation
import PerdureModel
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

/// A real store and a version of its model.
struct RealStorePair: Sendable, CustomTestStringConvertible {
    /// Paths relative to the fixtures' folder.
    let store: String
    let model: String

    var testDescription: String {
        let version = Fixtures.url(model).deletingPathExtension().lastPathComponent
        return "\(Fixtures.url(store).lastPathComponent) as \(version)"
    }

    /// The models in the stores' repositories.
    private static let models = [
        "artsy__energy": "ArtsyPartner", "apptentive__apptentive-ios": "ATDataModel",
        "diogot__CoreDataModelMigrationBug": "CoreDataModelMigrationBug",
    ]

    /// Every store with each version of its model.
    static let all: [RealStorePair] = {
        let versions = Fixtures.files(in: "models") { $0.hasSuffix(".xcdatamodel") }
        return Fixtures.files(in: "stores", where: Fixtures.isStore).flatMap { store in
            let name = models.first { store.contains($0.key) }?.value
            return versions.filter { path in name.map { path.contains("/\($0).xcdatamodeld/") } ?? false }
                .map { RealStorePair(store: store, model: $0) }
        }
    }()
}

@Suite("Migration: real stores", .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
struct RealStoreMigrationTests {
    @Test(
        "MIG-33 MIG-36 each opens or is refused, and keeps the rows of what pairs",
        arguments: RealStorePair.all)
    func opensOrIsRefused(_ pair: RealStorePair) throws {
        let folder = try TemporaryFolder()
        let url = try folder.copyStore(Fixtures.url(pair.store))
        let model = try NSManagedObjectModel.load(contentsOf: Fixtures.url(pair.model))
        let source = try Self.source(of: url, beside: Fixtures.url(pair.model))
        let steps = source.flatMap { source in
            try? InferredMigration(
                from: try SchemaCompiler(source).schema(), to: try SchemaCompiler(model).schema())
        }
        let before = try source.map { try Self.counts(Fixtures.url(pair.store), $0) } ?? [:]
        let known = try steps.map { try Self.problems(url, $0.source) } ?? 0
        let content = try LibraryFile.content(of: url)
        do {
            let stack = try Stack(at: url, model, options: LibraryVersions.migrating)
            let migration = try #require(steps)
            #expect(try Self.paired(before, migration) == Self.counts(stack, migration.destination))
            try stack.coordinator.remove(stack.store)
            #expect(try Self.problems(url, migration.destination) <= known)
        } catch let error as NSError {
            #expect([134110, 134130, 134140].contains(error.code), "\(error)")
            #expect(steps == nil || error.code == 134110, "\(error)")
            #expect(try LibraryFile.content(of: url) == content)
        }
    }

    /// The rows of each entity under a store's own model.
    private static func counts(_ store: URL, _ model: NSManagedObjectModel) throws -> [String: Int] {
        let folder = try TemporaryFolder()
        let stack = try Stack(at: try folder.copyStore(store), model)
        return try counts(stack, SchemaCompiler(model).schema())
    }

    /// The rows of each entity, all of which are read; none of abstract ones.
    private static func counts(_ stack: Stack, _ schema: Schema) throws -> [String: Int] {
        let context = stack.context()
        return try context.performAndWait {
            var counts: [String: Int] = [:]
            for entity in schema.entities where !entity.isAbstract {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
                request.includesSubentities = false
                counts[entity.name] = try context.fetch(request).count
            }
            return counts
        }
    }

    /// The rows that entities shall have after a migration, from those of before.
    private static func paired(_ before: [String: Int], _ migration: InferredMigration) throws
        -> [String: Int]
    {
        var counts: [String: Int] = [:]
        for step in migration.steps {
            guard let number = step.destination, !migration.destination[number].isAbstract else { continue }
            let former = step.source.flatMap { before[migration.source[$0].name] }
            counts[migration.destination[number].name] = former ?? 0
        }
        return counts
    }

    /// How many problems `perdure store check` finds.
    private static func problems(_ url: URL, _ schema: Schema) throws -> Int {
        try SQLiteStoreChecker.check(path: url.path, schema: schema).count
    }

    /// The model that made a store: its own, or a version beside a model's file.
    private static func source(of url: URL, beside file: URL) throws -> NSManagedObjectModel? {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: url)
        let folder = file.deletingLastPathComponent()
        let versions = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".xcdatamodel") }
            .map { try NSManagedObjectModel.load(contentsOf: folder.appendingPathComponent($0)) }
        let cached = try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        return ([cached].compactMap { $0 } + versions).first {
            $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }
    }

    @Test(
        "MIG-25 three stores of an app open under its newest model by inference, with all artworks",
        arguments: ["1.3", "1.4", "2.0"])
    func opensUnderTheNewest(_ version: String) throws {
        let path = "stores/artsy__energy/ArtsyFolio Tests/Migrations/ArtsyPartner_\(version).sqlite"
        let folder = try TemporaryFolder()
        let url = try folder.copyStore(Fixtures.url(path))
        let before = try RawDatabase(url).value("SELECT COUNT(*) FROM ZARTWORK")
        let container = NSPersistentContainer(
            name: "Artsy",
            managedObjectModel: try NSManagedObjectModel.load(
                contentsOf: Fixtures.url(
                    "models/artsy__energy/Resources/CoreData/ArtsyPartner.xcdatamodeld/ArtsyFolio v2.6.0.xcdatamodel"
                )))
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        #expect(DecisionTests.load(container).map { "\($0 as Any)" } == ["nil"])
        let artworks = try container.viewContext.all("Artwork")
        #expect("\(artworks.count)" == before && !artworks.isEmpty)
        // Every artwork can be read, and leads to its artists.
        for artwork in artworks { _ = artwork.value(forKey: "artists") }
    }
}
