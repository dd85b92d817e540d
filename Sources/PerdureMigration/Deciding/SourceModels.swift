// SPDX-License-Identifier: Apache-2.0
// Finds the model that made a store. Nothing is read before a store has another version.

import Foundation
import Perdure
import PerdureModel
import PerdureModelFormat
import PerdureStore

/// The model that made a store.
struct SourceModel {
    /// Where the model was found.
    enum Origin: Equatable {
        case store
        /// The program uses it.
        case program
        /// The program has registered it.
        case registered
        case file(URL)
        /// Several models have the store's entities together.
        case joined
    }

    let model: NSManagedObjectModel
    let schema: Schema
    let origin: Origin
}

/// The models among which that of a store is looked for.
struct SourceModels {
    /// The hashes of the store's entities.
    private let hashes: [String: Data]
    private let facts: [String: Any]

    /// - Parameter facts: The store's metadata.
    init(_ facts: [String: Any]) {
        self.facts = facts
        hashes = facts[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    }

    /// The first model whose entities have the hashes of the store's.
    ///
    /// - Parameter archive: The model in the store; one that cannot be read is as if it were not there.
    /// - Returns: Nil where no model has them.
    func first(in archive: Data?) -> SourceModel? {
        guard !hashes.isEmpty else { return nil }
        if let found = archive.flatMap(Self.model).flatMap({ fitting($0, .store) }) { return found }
        for candidate in Self.known {
            if let found = fitting(candidate.model, candidate.origin) { return found }
        }
        return joined(Self.known.map(\.model)).flatMap { fitting($0, .joined) }
    }

    /// Whether a model of the program has the hashes.
    var isKnown: Bool {
        let models = Self.known.map(\.model)
        return !hashes.isEmpty && (models.contains(where: isFitting) || joined(models) != nil)
    }

    private func fitting(_ model: NSManagedObjectModel, _ origin: SourceModel.Origin) -> SourceModel? {
        guard isFitting(model) else { return nil }
        // A model that no schema can be made of made no store that can be read.
        return (try? SchemaCompiler(model).schema()).map {
            SourceModel(model: model, schema: $0, origin: origin)
        }
    }

    /// Whether the model has the store's entities; it may have more.
    private func isFitting(_ model: NSManagedObjectModel) -> Bool {
        let names = Set(hashes.keys)
        let differing = names.differing(model.entityVersionHashesByName, hashes)
        return differing.isEmpty || differing.differing(model.formerHashes, hashes).isEmpty
    }

    /// The store's model, made of models that are parts of it.
    private func joined(_ models: [NSManagedObjectModel]) -> NSManagedObjectModel? {
        NSManagedObjectModel(byMerging: models, forStoreMetadata: facts)
    }

    private static func model(in archive: Data) -> NSManagedObjectModel? {
        guard let document = try? CompiledModelReader.read(data: archive) else { return nil }
        return try? NSManagedObjectModel(document: document)
    }
}

extension SourceModels {
    /// A model that may have made a store.
    private typealias Candidate = (model: NSManagedObjectModel, origin: SourceModel.Origin)

    /// The models of the program: those in use, registered ones, all versions in files; each part is read when it is reached.
    private static var known: some Sequence<Candidate> {
        let parts: [() -> [Candidate]] = [
            { ModelsInUse.all.map { ($0, .program) } }, { FormerVersions.all.map { ($0, .registered) } },
            { files.flatMap { url in versions(at: url).map { ($0, .file(url)) } } },
        ]
        return parts.lazy.flatMap { $0() }
    }

    /// The model of the program with a checksum.
    static func version(withChecksum checksum: String) -> NSManagedObjectModel? {
        known.first { $0.model.versionChecksum == checksum }?.model
    }

    /// The files of models: those that were loaded, then those in bundles.
    private static var files: [URL] {
        let bundles = ProgramBundles.current.all + Bundle.allBundles + Bundle.allFrameworks
        var seen: Set<String> = []
        return (LoadedModelFiles.all + ModelFiles.urls(in: bundles)).filter {
            seen.insert($0.resolvingSymlinksInPath().path).inserted
        }
    }

    /// The versions in a file, those with the last names first.
    ///
    /// What cannot be read is left out, and hides nothing else.
    private static func versions(at url: URL) -> [NSManagedObjectModel] {
        let isFolder = ["momd", "xcdatamodeld"].contains(url.pathExtension)
        let names = isFolder ? (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] : []
        let files =
            isFolder
            ? names.sorted(by: >).map { url.appendingPathComponent($0) }
                .filter { ["mom", "xcdatamodel"].contains($0.pathExtension) } : [url]
        return files.compactMap { file in
            (try? ModelFile.read(at: file)).flatMap { try? NSManagedObjectModel(document: $0) }
        }
    }
}
