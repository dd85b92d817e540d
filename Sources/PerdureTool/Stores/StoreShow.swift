// SPDX-License-Identifier: Apache-2.0
// `perdure store show`: prints the kind of a store and its numbers of objects.

import Foundation
import PerdureInspection
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

enum StoreShow {
    static let command = Command(
        group: "store", action: "show", summary: "print a store's entities, counts and metadata",
        discussion: """
            Prints the entities of a store with the number of their own rows, its version hashes and its metadata. The
            model comes from the copy that the store keeps of it. The store is not written.
            """,
        operands: [.store],
        options: [.model, .copyLimit, .schema, .tls, .json, .quiet],
        run: run)

    /// The metadata that the report shows in a form of its own.
    private static let shown = ["NSStoreModelVersionHashes", "NSStoreUUID", "NSStoreType"]

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let store = try InspectedStore(arguments)
        try Console.print(arguments.wantsJSON ? json(store).text : text(store))
        return .success
    }

    private static func text(_ store: InspectedStore) -> String {
        let rows = store.counts.reduce(0) { $0 + $1.rows }
        let entities = PlainText.count(store.counts.count, "entity", "entities")
        let known = Self.entities(store)
        let facts = [
            ["UUID", PlainText.safe(store.uuid)],
            ["model", PlainText.safe(store.model?.origin ?? "none: \(store.modelAbsence)")],
            ["framework", MetadataText.text(store.metadata["NSPersistenceFrameworkVersion"])],
            ["contents", "\(PlainText.count(rows, "row", "rows")) of \(entities)"],
        ]
        let metadata = store.metadata.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }
            .map { [PlainText.safe($0.key), MetadataText.text($0.value)] }
        return """
            \(PlainText.safe(store.path)): Core Data store (\(store.place.kind))
            \(PlainText.table(facts, indent: "  "))

            Entities (number, name, own rows, start of the version hash)
            \(PlainText.table(store.counts.map { line($0, store, known) }, indent: "  "))

            Metadata
            \(PlainText.table(metadata, indent: "  "))
            """
    }

    private static func line(
        _ count: EntityCount, _ store: InspectedStore, _ entities: Entities
    ) -> [String] {
        [
            String(count.number), title(count, entities), PlainText.count(count.rows, "row", "rows"),
            String(hash(count.name, store).prefix(16)),
        ]
    }

    private typealias Entities = [String: EntityDocument]

    private static func entities(_ store: InspectedStore) -> Entities {
        Dictionary((store.model?.document.entities ?? []).map { ($0.name, $0) }) { first, _ in first }
    }

    private static func title(_ count: EntityCount, _ entities: Entities) -> String {
        guard let entity = entities[count.name] else {
            return PlainText.safe(count.name)
        }
        let parent = entity.superentityName.map { " : \($0)" } ?? ""
        return PlainText.safe(count.name + parent) + (entity.isAbstract ? " (abstract)" : "")
    }

    private static func json(_ store: InspectedStore) -> JSONValue {
        let known = Self.entities(store)
        let entities = store.counts.map { count -> JSONValue in
            let entity = known[count.name]
            return .object([
                ("number", .integer(count.number)), ("name", .string(count.name)),
                ("superentity", entity?.superentityName.map { .string($0) } ?? .null),
                ("isAbstract", entity.map { .boolean($0.isAbstract) } ?? .null),
                ("rows", .integer(Int64(count.rows))), ("versionHash", .string(hash(count.name, store))),
            ])
        }
        return .document([
            ("path", .string(store.path)), ("uuid", .string(store.uuid)),
            ("model", store.model.map { .string($0.origin) } ?? .null), ("entities", .array(entities)),
            ("metadata", MetadataText.json(.dictionary(store.metadata))),
        ])
    }

    private static func hash(_ entity: String, _ store: InspectedStore) -> String {
        guard case .dictionary(let hashes)? = store.metadata["NSStoreModelVersionHashes"],
            case .data(let hash)? = hashes[entity]
        else { return "" }
        return PlainText.hex(hash)
    }
}
