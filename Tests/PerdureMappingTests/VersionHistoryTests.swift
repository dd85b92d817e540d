// SPDX-License-Identifier: Apache-2.0
// Histories of models of published apps: what their migrations infer. Skipped where the fixtures are absent.

import CoreData
import PerdureModel
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Versions of published models", .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
struct VersionHistoryTests {
    /// The versions of a model in a folder, by their names.
    private static func versions(_ folder: String) throws -> [String: NSManagedObjectModel] {
        let paths = Fixtures.files(in: "models", where: { $0.hasSuffix(".xcdatamodel") })
            .filter { $0.contains("\(folder).xcdatamodeld/") }
        return try Dictionary(
            paths.map { Fixtures.url($0) }.map {
                ($0.deletingPathExtension().lastPathComponent, try NSManagedObjectModel.load(contentsOf: $0))
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func inferred(
        _ versions: [String: NSManagedObjectModel], from old: String, to new: String
    ) throws -> InferredMigration {
        let (source, destination) = (try #require(versions[old]), try #require(versions[new]))
        return try InferredMigration(
            from: SchemaCompiler(source).schema(), to: SchemaCompiler(destination).schema())
    }

    @Test(
        "MIG-33 each version of a history leads to each later one, and to itself without a step",
        arguments: [
            "ArtsyPartner", "ATDataModel", "vaavud__iOS/Model", "fablab-ios/CoreDataModel", "VersionedModel",
            "Migrations/Moody", "CoreDataModelMigrationBug",
        ])
    func infersHistories(folder: String) throws {
        let versions = try Self.versions(folder)
        #expect(versions.count > 1)
        for (old, source) in versions {
            #expect(try Self.inferred(versions, from: old, to: old).isIdle, "\(old)")
            for (new, destination) in versions where old < new {
                let mappings = try NSMappingModel.inferredMappingModel(
                    forSourceModel: source, destinationModel: destination)
                let names = mappings.entityMappings.compactMap(\.destinationEntityName)
                #expect(names.sorted() == destination.entitiesByName.keys.sorted(), "\(old) to \(new)")
            }
        }
    }

    @Test(
        "MIG-25 the stores of three versions of an app that has no mapping models can be brought to the newest",
        arguments: ["ArtsyPartner 5", "ArtsyFolio v1.4", "ArtsyFolio v2.0"])
    func infersChangedInverses(old: String) throws {
        let inferred = try Self.inferred(
            try Self.versions("ArtsyPartner"), from: old, to: "ArtsyFolio v2.6.0")
        #expect(inferred.rowChecks.isEmpty)
        let artworks = try #require(inferred.origin("Artist", "artworks"))
        let artist = try #require(inferred.origin("Artwork", "artist"))
        #expect(artworks.inverse == .replaced && artworks.members == .kept && artworks.changesStorage)
        #expect(artist.inverse == .removed && artist.members == .kept)
    }

    @Test(
        "MGI-4 the destinations that this app changed: a new subentity, and an entity of another hierarchy")
    func infersChangedDestinations() throws {
        let inferred = try Self.inferred(
            try Self.versions("ArtsyPartner"), from: "ArtsyFolio v1.5", to: "ArtsyFolio v2.0")
        #expect(inferred.origin("Album", "cover")?.members == .dropped)
        let later = try Self.inferred(
            try Self.versions("ArtsyPartner"), from: "ArtsyFolio v2.0", to: "ArtsyFolio v2.3")
        // The subentity is new, so no image is one of it.
        #expect(later.origin("Show", "installationImages")?.members == .dropped)
        #expect(later.origin("Album", "cover")?.members == .kept)
    }
}

extension InferredMigration {
    /// The origin of a relationship of a destination's entity.
    fileprivate func origin(_ entity: String, _ property: String) -> RelationshipOrigin? {
        guard let layout = destination.entity(named: entity), let slot = layout.slots[property],
            case .relationship(let origin) = steps[Int(layout.number) - 1].origins[slot]
        else { return nil }
        return origin
    }
}
