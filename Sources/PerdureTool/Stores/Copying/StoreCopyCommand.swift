// SPDX-License-Identifier: Apache-2.0
// `perdure store copy`: moves a store between files and servers. NewStore.swift makes the destination, StoreTransfer.swift fills it,
// StoreDigest.swift compares both.

import Foundation
import Perdure
import PerdureInspection
import PerdurePropertyList
import PerdureStore

enum StoreCopyCommand {
    static let command = Command(
        group: "store", action: "copy", summary: "copy a store into a new one, of a file or of a server",
        discussion: """
            Copies all objects with their relationships, orders, large values and metadata into a new store. Each object keeps its number
            and its version. The new store has a UUID of its own, and knows the URIs that its objects had: programs find objects by old
            URIs. At the end both stores are read and compared, by counts and by checksums of each property; derived attributes are
            computed anew, and a history is not copied. A copy that fails leaves no store. FROM is not written; on a server its state at
            the beginning is copied, whatever others write meanwhile.
            """,
        operands: [
            .init(name: "FROM", help: "the store's SQLite file, or a postgresql: URL"),
            .init(name: "TO", help: "a file that does not exist yet, or a postgresql: URL without a store"),
        ],
        options: [
            .model, .copyLimit,
            .init(name: "schema", value: "NAME", help: "the namespace of FROM, instead of the URL's"),
            .init(name: "to-schema", value: "NAME", help: "the namespace of TO, instead of the URL's"), .tls,
            .init(name: "progress", value: nil, help: "show how far it is, if standard error is a terminal"),
            .init(name: "force-progress", value: nil, help: "show how far it is, on lines of their own"),
        ],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let source = try InspectedStore(arguments, operand: "FROM")
        let model = try source.requiredModel()
        let target = try NewStores.at(arguments[operand: "TO"], arguments)
        let engine = try source.engine(model)
        defer { try? engine.close() }
        let listed = ListedEntities(source.metadata)
        try target.create(model.description, configuration: listed.configuration(of: model.description))
        let count: Int
        do {
            count = try fill(target, from: source, engine, model, arguments)
            try target.finish()
        } catch {
            target.abandon()
            throw target.naming(error)
        }
        try Console.print(
            "\(PlainText.safe(target.shown)): \(PlainText.count(count, "object", "objects")) of "
                + "\(PlainText.safe(source.path)) copied and compared")
        return .success
    }

    /// Fills the new store; gives the number of objects.
    private static func fill(
        _ target: any NewStore, from source: InspectedStore, _ engine: any CopyableEngine,
        _ model: InspectedStore.Model, _ arguments: Arguments
    ) throws -> Int {
        let entities = model.schema.entities(of: source.metadata)
        let total = Int64(source.counts.reduce(0) { $0 + $1.rows })
        var count = 0
        try ProgressLine(arguments.switches).showing {
            let progress = Foundation.Progress(totalUnitCount: max(1, total * 2))
            var (expected, found) = (StoreDigest(model.schema), StoreDigest(model.schema))
            do {
                let new = try target.engine(model.schema, entities: entities, isReadOnly: false)
                defer { try? new.close() }
                var transfer = StoreTransfer(from: engine, to: new, expected, progress)
                try transfer.run(metadata: source.metadata)
                try transfer.noteNames(of: source.uuid, from: engine)
                expected = transfer.digest
            }
            let new = try target.engine(model.schema, entities: entities, isReadOnly: true)
            defer { try? new.close() }
            try found.read(new) { progress.completedUnitCount += Int64($0) }
            try expected.requireEqual(found, in: target.shown)
            count = expected.count
            progress.completedUnitCount = progress.totalUnitCount
        }
        return count
    }
}
