// SPDX-License-Identifier: Apache-2.0
// `perdure store fit`: which version of a model a store has, and what opening it with the current one would do.

import Foundation
import Perdure
import PerdureInspection
import PerdureModelFormat
import PerdurePropertyList

enum StoreFit {
    static let command = Command(
        group: "store", action: "fit", summary: "say which version of a model fits a store",
        discussion: """
            Says of each version of the models whether it made the store, and of each current version what an opening with it does:
            nothing, a migration with its steps and losses, or a refusal with each reason. Exits with 5 when no version fits and none
            can be migrated to. The store is not written.
            """,
        operands: [
            .store, .init(name: "MODEL", help: "the models' files or folders", isRepeatable: true),
        ],
        options: [.copyLimit, .schema, .tls, .json], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let place = try StorePlaces.place(arguments[operand: "STORE"], PlaceOptions(arguments))
        let results: [FitResult]
        do {
            let metadata = try place.metadata()
            results = try arguments.words("MODEL").flatMap { path in
                try Self.results(try LoadedModel(path), place, metadata) {
                    destination, file in
                    try MigrationTask.source(place.shown, metadata, destination, file) {
                        try place.modelArchive()
                    }
                }
            }
        } catch { throw place.naming(error) }
        if arguments.wantsJSON {
            try Console.print(
                JSONValue.document([
                    ("path", .string(place.shown)), ("versions", .array(results.map(\.json))),
                ]).text)
        } else {
            try Console.print(results.map(\.text).joined(separator: "\n"))
        }
        return results.contains(where: \.opens) ? .success : .refused
    }

    private static func results(
        _ file: LoadedModel, _ place: any StorePlace, _ metadata: [String: PropertyListValue],
        _ source: (NSManagedObjectModel, LoadedModel) throws -> NSManagedObjectModel?
    ) throws -> [FitResult] {
        let listed = ListedEntities(metadata, archive: try? place.modelArchive())
        return try file.bundle.versions.map { version in
            let isCurrent = version.name == file.bundle.currentVersionName
            var result = FitResult(model: file.path, version: version.name, isCurrent: isCurrent)
            do {
                try file.requireSound([version.document])
                let model = try NSManagedObjectModel(document: version.document)
                result.fits = listed.fit(model, metadata)
                if !result.fits, isCurrent { try result.add(source(model, file), to: model) }
            } catch let error as BrokenPipe { throw error } catch {
                result.refusals = [ErrorText.toolDescription(of: error)]
            }
            return result
        }
    }
}

/// What one version of a model is to a store.
struct FitResult {
    let model: String
    let version: String
    let isCurrent: Bool
    var fits = false
    var steps: [String] = []
    var losses: [String] = []
    var refusals: [String] = []

    /// Whether an opening succeeds.
    var opens: Bool { fits || (isCurrent && refusals.isEmpty) }

    /// Adds what lies between the store and the version.
    mutating func add(_ source: NSManagedObjectModel?, to model: NSManagedObjectModel) throws {
        guard let source else {
            fits = true
            return
        }
        let difference = try ModelDifference(from: source, to: model)
        steps = difference.steps
        losses = difference.losses
        refusals = difference.refusals.map(\.text)
    }

    private var outcome: String {
        if fits { return "fits: opening does nothing" }
        if !refusals.isEmpty { return isCurrent ? "opening is refused:" : "does not fit; it cannot be used:" }
        return isCurrent ? "opening migrates the store in place:" : "does not fit"
    }

    var text: String {
        let name = PlainText.safe("\(model), \(version)\(isCurrent ? " (current)" : "")")
        let lines = refusals + steps + losses.map { "lost: \($0)" }
        return (["\(name): \(outcome)"] + lines.map { "  " + PlainText.safe($0) }).joined(separator: "\n")
    }

    var json: JSONValue {
        let action = fits ? "none" : !refusals.isEmpty ? "refused" : isCurrent ? "migrate" : "unknown"
        return .object([
            ("model", .string(model)), ("version", .string(version)), ("isCurrent", .boolean(isCurrent)),
            ("fits", .boolean(fits)), ("opening", .string(action)), ("steps", .strings(steps)),
            ("losses", .strings(losses)), ("refusals", .strings(refusals)),
        ])
    }
}
