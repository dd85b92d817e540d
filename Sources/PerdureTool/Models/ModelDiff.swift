// SPDX-License-Identifier: Apache-2.0
// `perdure model diff`: what differs between two versions of a model, and whether a migration can be inferred. The inference
// is the one that opening a store uses (PerdureStore/Migrating).

import Foundation
import Perdure
import PerdureMigration
import PerdureModelFormat
import PerdureStore

enum ModelDiff {
    static let command = Command(
        group: "model", action: "diff", summary: "compare two versions of a model",
        discussion: """
            Prints the entities whose version hashes differ, and what a migration from SOURCE to DESTINATION does: the entities and
            properties that pair, those that come (+) and go (-), and what is lost. Exits as diff does, with 0 when no entity differs,
            1 when one does and 2 for any trouble; and with 5 when no migration can be inferred, each reason printed. A version inside
            of a folder of versions is named by its path, or by an option.
            """,
        operands: [
            .init(name: "SOURCE", help: "the model's file or folder that stores have"),
            .init(name: "DESTINATION", help: "the one that they shall have"),
        ],
        options: [
            .init(
                name: "source-version", value: "NAME",
                help: "this version of SOURCE instead of the current one"),
            .init(
                name: "destination-version", value: "NAME",
                help: "this version of DESTINATION instead of the current one"), .json,
        ],
        run: { arguments in try DiffTrouble.code { try run(arguments) } })

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let versions = try ["SOURCE", "DESTINATION"].map { operand in
            try model(arguments[operand: operand], arguments.values["\(operand.lowercased())-version"])
        }
        let difference = try ModelDifference(from: versions[0], to: versions[1])
        try Console.print(arguments.wantsJSON ? difference.json.text : difference.text)
        if !difference.refusals.isEmpty { return .refused }
        return difference.isEmpty ? .success : .problems
    }

    private static func model(_ path: String, _ version: String?) throws -> NSManagedObjectModel {
        let file = try LoadedModel(path, version: version)
        try file.requireSound([file.current])
        return try NSManagedObjectModel(document: file.current)
    }
}

/// Two versions and what lies between them.
struct ModelDifference {
    private let hashes: (source: [String: Data], destination: [String: Data])
    /// The steps in words; none where no migration can be inferred.
    let steps: [String]
    let losses: [String]
    let refusals: [MigrationRefusal]

    init(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) throws {
        hashes = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
        let schemas = try (SchemaCompiler(source).schema(), SchemaCompiler(destination).schema())
        do {
            let inferred = try InferredMigration(from: schemas.0, to: schemas.1)
            steps = MigrationPairs(inferred).text.split(separator: "\n").map(String.init)
            losses = inferred.losses.map { loss in
                let entity = inferred.source[loss.entity]
                let property = entity.name(at: loss.path).map { ".\($0)" } ?? ""
                return "\(entity.name)\(property): \(loss.kind.words)"
            }
            refusals = []
        } catch {
            (steps, losses, refusals) = ([], [], error.refusals)
        }
    }

    /// The entities whose hashes differ, by name.
    private var differing: [String] {
        Set(hashes.source.keys).union(hashes.destination.keys)
            .filter { hashes.source[$0] != hashes.destination[$0] }.sorted()
    }

    /// Whether stores of one open with the other as they are.
    var isEmpty: Bool { differing.isEmpty }

    // MARK: - Forms

    var text: String {
        let rows = differing.map { name in
            [PlainText.safe(name), short(hashes.source[name]), "→", short(hashes.destination[name])]
        }
        var parts = [rows.isEmpty ? "no entity differs" : PlainText.table(rows)]
        parts += [section("migration", steps), section("lost", losses)].compactMap { $0 }
        if !refusals.isEmpty {
            parts.append(section("no migration can be inferred", refusals.map(\.text)) ?? "")
        }
        return parts.joined(separator: "\n\n")
    }

    private func section(_ title: String, _ lines: [String]) -> String? {
        guard !lines.isEmpty else { return nil }
        return "\(title):\n" + lines.map { "  \(PlainText.safe($0))" }.joined(separator: "\n")
    }

    private func short(_ hash: Data?) -> String { hash.map { String(PlainText.hex($0).prefix(16)) } ?? "–" }

    var json: JSONValue {
        let entities = differing.map { name in
            JSONValue.object([
                ("name", .string(name)), ("source", value(hashes.source[name])),
                ("destination", value(hashes.destination[name])),
            ])
        }
        let reasons = refusals.map { refusal in
            JSONValue.object([
                ("entity", .string(refusal.entity)),
                ("property", refusal.property.map { .string($0) } ?? .null),
                ("reason", .string(refusal.text)),
            ])
        }
        return .document([
            ("entities", .array(entities)), ("isInferred", .boolean(refusals.isEmpty)),
            ("steps", .array(steps.map { .string($0) })), ("losses", .array(losses.map { .string($0) })),
            ("refusals", .array(reasons)),
        ])
    }

    private func value(_ hash: Data?) -> JSONValue { hash.map { .string(PlainText.hex($0)) } ?? .null }
}
