// SPDX-License-Identifier: Apache-2.0
// The errors of stores that have no way to the model: 134130 and 134140. DecisionErrors+Rows.swift has those that depend on
// rows.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModel
import PerdureStore

/// The errors of stores that cannot be migrated.
enum DecisionErrors {
    /// The key of the store's URL in Apple's error.
    private static let urlKey = "URL"

    /// No model made the store.
    static func missingSource(_ store: DifferingStore) -> NSError {
        let url = store.specification.url
        return NSError(
            domain: NSCocoaErrorDomain, code: NSMigrationMissingSourceModelError,
            userInfo: [
                ErrorKeys.metadata: store.facts, urlKey: url, NSURLErrorKey: url,
                NSFilePathErrorKey: url.path,
                ErrorKeys.reason: "Can't find model for source store",
                NSLocalizedDescriptionKey:
                    "The store \(url.path) cannot be migrated: no model of this program made it, and it keeps none of its "
                    + "own. A newer version of the program may have written it. Put the version that made it into the "
                    + "program's model file, or register it with NSManagedObjectModel.registerFormerVersion(_:).",
            ])
    }

    /// No mapping model fits, and none can be inferred.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - source: The model that made it.
    ///   - refused: Why none can be inferred; nil where the options do not allow it.
    /// - Returns: 134140.
    static func missingMapping(
        _ store: DifferingStore, from source: SourceModel, _ refused: MigrationRefused?
    ) -> NSError {
        let url = store.specification.url
        var facts: [String: Any] = [
            "sourceModel": source.model, "destinationModel": store.coordinator.managedObjectModel,
            ErrorKeys.reason: "Can't find or automatically infer mapping model for migration",
            NSURLErrorKey: url, NSFilePathErrorKey: url.path,
            NSLocalizedDescriptionKey: "Persistent store migration failed, missing mapping model.",
            NSLocalizedRecoverySuggestionErrorKey: advice(refused),
        ]
        facts[NSUnderlyingErrorKey] = refused?.error()
        return NSError(
            domain: NSCocoaErrorDomain, code: NSMigrationMissingMappingModelError, userInfo: facts)
    }

    private static func advice(_ refused: MigrationRefused?) -> String {
        guard let refused else {
            return
                "Set NSInferMappingModelAutomaticallyOption to true, or add a mapping model between both versions."
        }
        return refused.refusals.map(\.text).joined(separator: "\n")
            + "\nOr add a mapping model between both versions."
    }
}
