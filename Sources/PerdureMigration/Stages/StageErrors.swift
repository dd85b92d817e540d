// SPDX-License-Identifier: Apache-2.0
// The errors of staged migrations: orders that lead nowhere, models that are not there, handlers that throw.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps

/// The errors of stages.
enum StageErrors {
    /// The key of a version's checksum, and of a stage's label.
    private static let (checksumKey, stageKey) = ("versionChecksum", "stage")

    /// The error of an order, for a store.
    static func order(_ problem: StageOrder.Problem, _ url: URL) -> NSError {
        switch problem {
        case .duplicate(let checksum):
            make(
                NSMigrationError, "Duplicate version checksums across stages detected.", url,
                [checksumKey: checksum],
                "The version \(checksum) occurs twice. Name it once; only a custom stage may begin with the version with which "
                    + "another one ends.")
        case .unknownStore(let checksum):
            make(
                NSManagedObjectModelReferenceNotFoundError,
                "Cannot use staged migration with an unknown model version.", url, [checksumKey: checksum],
                "The store has the version \(checksum), which no stage names. Put it into the first stage that leads on "
                    + "from it.")
        case .unknownDestination(let checksum):
            make(
                NSManagedObjectModelReferenceNotFoundError,
                "Cannot use staged migration with an unknown model version.", url, [checksumKey: checksum],
                "The model of the coordinator has the version \(checksum), which no stage names. Add it as the last one."
            )
        case .backward:
            make(
                NSStagedMigrationBackwardMigrationError,
                "A store file cannot be migrated backwards with staged migration.", url, [:],
                "A newer version of the program has written the store. Open it with that version.")
        case .missing(let checksum):
            missingModel(
                checksum,
                "no model of the program has it, and the stages cannot do without it. Put the version into the program's model "
                    + "file, or register it with NSManagedObjectModel.registerFormerVersion(_:).")
        }
    }

    /// A version without a model.
    static func missingModel(_ checksum: String, _ why: String, _ cause: (any Error)? = nil) -> NSError {
        var facts: [String: Any] = [
            checksumKey: checksum,
            NSLocalizedDescriptionKey: "The model with the checksum \(checksum) was not found: \(why)",
        ]
        facts[ErrorKeys.reason] = facts[NSLocalizedDescriptionKey]
        facts[NSUnderlyingErrorKey] = cause
        return NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectModelReferenceNotFoundError, userInfo: facts)
    }

    /// A handler that threw.
    static func handler(_ name: String, of label: String?, _ cause: any Error, _ url: URL) -> NSError {
        var facts: [String: Any] = [NSUnderlyingErrorKey: cause]
        facts[stageKey] = label
        let stage = label.map { "the stage \"\($0)\"" } ?? "a stage"
        return make(
            NSMigrationError, "The \(name) of \(stage) failed: \(cause.localizedDescription)", url, facts,
            "What was saved before stays, and the next try goes on from the version that the store has reached."
        )
    }

    /// An option that is no manager.
    static func option(_ value: Any) -> CoreDataException {
        .invalidArgument(
            "The option \(NSPersistentStoreStagedMigrationManagerOptionKey) takes an NSStagedMigrationManager, not a "
                + "\(type(of: value)).")
    }

    private static func make(
        _ code: Int, _ text: String, _ url: URL, _ facts: [String: Any], _ advice: String
    ) -> NSError {
        let common: [String: Any] = [
            NSLocalizedDescriptionKey: text, ErrorKeys.reason: text,
            NSLocalizedRecoverySuggestionErrorKey: advice, NSURLErrorKey: url, NSFilePathErrorKey: url.path,
        ]
        return NSError(
            domain: NSCocoaErrorDomain, code: code, userInfo: common.merging(facts) { $1 })
    }
}
