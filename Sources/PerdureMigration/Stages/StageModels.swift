// SPDX-License-Identifier: Apache-2.0
// The models of the versions that stages name by their checksums. Deciding/SourceModels.swift has those of the program.

import Foundation
import PerdureModel
import PerdureStore

/// Models by checksum; each is searched once.
final class StageModels {
    private let model: NSManagedObjectModel
    private let references: [NSManagedObjectModelReference]
    private var found: [String: NSManagedObjectModel?] = [:]

    /// - Parameters:
    ///   - model: The model of the coordinator.
    ///   - source: The model that made the store, if it was found.
    ///   - stages: The stages with their references.
    init(_ model: NSManagedObjectModel, source: NSManagedObjectModel?, _ stages: [NSMigrationStage]) {
        self.model = model
        references = stages.compactMap { $0 as? NSCustomMigrationStage }.flatMap {
            [$0.currentModel, $0.nextModel]
        }
        if let source { found[source.versionChecksum] = source }
    }

    /// Whether a version has a model, or a reference, whose own error says more.
    func isKnown(_ checksum: String) -> Bool {
        references.contains { $0.versionChecksum == checksum } || model(of: checksum) != nil
    }

    /// The model of a version: the coordinator's, that of a reference, the store's, or one of the program.
    func model(of checksum: String) -> NSManagedObjectModel? {
        if let known = found[checksum] { return known }
        let model = search(checksum)
        found[checksum] = .some(model)
        return model
    }

    private func search(_ checksum: String) -> NSManagedObjectModel? {
        if model.versionChecksum == checksum { return model }
        for reference in references where reference.versionChecksum == checksum {
            if let model = try? reference.resolve() { return model }
        }
        return SourceModels.version(withChecksum: checksum)
    }

    /// Whether a version can be inferred from another one, as far as both are known.
    func isInferable(_ source: String, _ destination: String) -> Bool {
        guard let old = model(of: source), let new = model(of: destination),
            let oldSchema = try? SchemaCompiler(old).schema(),
            let newSchema = try? SchemaCompiler(new).schema()
        else { return false }
        return (try? InferredMigration(from: oldSchema, to: newSchema)) != nil
    }
}
