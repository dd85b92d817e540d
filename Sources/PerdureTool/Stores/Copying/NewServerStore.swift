// SPDX-License-Identifier: Apache-2.0
// A new store on a server. All its objects come with one commit, which takes its mark away too: a store with the mark is empty, and
// the next copy may replace it.

#if PostgreSQL
import Foundation
import PerdureInspection
import Perdure
import PerdurePostgreSQL
import PerdurePostgreSQLStores
import PerdureStore

/// A namespace that becomes a store.
struct NewServerStore: NewStore {
    private let place: ServerStorePlace
    var shown: String { place.shown }

    /// - Throws: `ToolError` when the namespace holds a store.
    init(_ text: String, _ arguments: Arguments) throws {
        do {
            place = try ServerStorePlace(
                text, schema: arguments.values["to-schema"] ?? arguments.values["schema"],
                tls: arguments.values["tls"])
        } catch StoreError.cannotOpen(_, _, let reason) {
            throw ToolError("the URL: \(reason)", .usage)
        }
        guard let found = try place.store.contentIfThere() else { return }
        guard found.metadata[CopiedMetadata.mark] != nil else {
            // 'store create' has one store, and its option has another name.
            let option =
                arguments.command.options.contains { $0.name == "to-schema" } ? "to-schema" : "schema"
            throw ToolError(
                "\(shown): the namespace \"\(place.options.namespace)\" holds a store already; name another one with --\(option)",
                .cannotWrite)
        }
        try place.store.destroy(isForced: false)
    }

    func create(_ model: NSManagedObjectModel, configuration: String?) throws {
        let (url, options) = try place.opening()
        do {
            try create(
                model, configuration: configuration, type: PostgreSQLStoreType, at: url, options: options)
        } catch {
            // Others' tables of the model's names are refused before anything is made.
            if (try? place.store.contentIfThere())?.metadata[CopiedMetadata.mark] != nil { abandon() }
            throw error
        }
    }

    func engine(_ schema: Schema, entities: Set<Int32>?, isReadOnly: Bool) throws -> any CopyableEngine {
        var options = place.options
        options.creation = .never
        options.isReadOnly = isReadOnly
        options.client.isReadOnly = isReadOnly
        options.notifications = .off
        // One statement may check or note all rows.
        options.client.timeout = max(options.client.timeout, 86_400)
        // Rows may lead to rows of later pages: the server checks its foreign keys at the commit.
        options.makesForeignKeys = false
        return try PostgreSQLEngine.open(options, schema: schema, entities: entities)
    }

    func finish() {}

    func abandon() { try? place.store.destroy(isForced: true) }

    func naming(_ error: any Error) -> any Error {
        guard case StoreError.invalidValue(let entity, let property, let reason) = error else { return error }
        return ToolError("\(shown): \(entity).\(property): \(reason)")
    }
}
#endif
