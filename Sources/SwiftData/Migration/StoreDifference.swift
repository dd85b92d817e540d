// SPDX-License-Identifier: Apache-2.0
// In what a store differs from the versions that a program knows: the nearest one, its entities with both hashes, and the first
// property of each that is not the same.

import Foundation
import Perdure

/// The difference between a store and the versions of a program.
struct StoreDifference {
    /// A version that the program knows.
    struct Version {
        let name: String
        let model: NSManagedObjectModel
    }

    private let hashes: [String: Data]
    private let identifiers: [String]
    private let stored: NSManagedObjectModel?

    /// Reads what a file says of its model; nil for a file that says nothing.
    init?(_ url: URL) {
        let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        guard let hashes = metadata?[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
        self.hashes = hashes
        identifiers = (metadata?[NSStoreModelVersionIdentifiersKey] as? [Any])?.map { "\($0)" } ?? []
        stored = try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
    }

    /// The difference in words; nil where the store has one of the versions.
    func explanation(_ versions: [Version]) -> String? {
        let candidates = versions.map { ($0, differing($0.model)) }
        guard let nearest = candidates.reversed().min(by: { $0.1.count < $1.1.count }), !nearest.1.isEmpty
        else { return nil }
        let parts = nearest.1.prefix(3).map { part(of: $0, nearest.0) }
        let more = nearest.1.count > 3 ? ", and \(nearest.1.count - 3) more entities" : ""
        return "Its version is \(identifiers.joined(separator: ", ")); it fits none of "
            + "\(versions.map(\.name).joined(separator: ", ")). The nearest is \(nearest.0.name), from which it differs in "
            + parts.joined(separator: "; ") + "\(more)."
    }

    /// The entities that differ, by name.
    private func differing(_ model: NSManagedObjectModel) -> [String] {
        let own = model.entityVersionHashesByName
        return Set(own.keys).union(hashes.keys).filter { own[$0] != hashes[$0] }.sorted()
    }

    private func part(of entity: String, _ version: Version) -> String {
        guard let here = version.model.entitiesByName[entity] else {
            return "\(entity), which is in the store only"
        }
        guard let there = hashes[entity] else { return "\(entity), which is not in the store" }
        let property = stored?.entitiesByName[entity].flatMap { Self.property(in: $0, here) }
        return "\(entity)\(property.map { ".\($0)" } ?? "") (hash \(Self.text(there)) in the store, "
            + "\(Self.text(here.versionHash)) here)"
    }

    /// The first property that is not the same, with what is different.
    private static func property(in stored: NSEntityDescription, _ here: NSEntityDescription) -> String? {
        let (theirs, own) = (stored.propertiesByName, here.propertiesByName)
        for name in Set(theirs.keys).union(own.keys).sorted() {
            guard let known = theirs[name] else { return "\(name), which is not in the store" }
            guard let present = own[name] else { return "\(name), which is in the store only" }
            if known.versionHash != present.versionHash { return "\(name), which is declared otherwise" }
        }
        return nil
    }

    private static func text(_ hash: Data) -> String {
        hash.prefix(4).map { String(format: "%02x", $0) }.joined()
    }
}
