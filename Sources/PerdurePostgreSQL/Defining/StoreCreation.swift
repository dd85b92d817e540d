// SPDX-License-Identifier: Apache-2.0
// All statements that make a new store (PG-134), to be run by an opening or to be printed (Scripting/StoreScript.swift).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// A new store, before it is there.
struct StoreCreation {
    let options: PostgreSQLOptions
    let mapping: StoreMapping
    let metadata: [String: PropertyListValue]
    private let definitions: [ServerDefinition]

    /// Chooses the names of a new store.
    init(_ options: PostgreSQLOptions, _ schema: Schema, _ entities: Set<Int32>?, included: [Int32]) throws {
        self.options = options
        try options.chosenNames.check()
        try options.partitions.check(schema)
        try options.foldedIndexes.check(schema)
        let numbers = NewNames().numbers(of: included, in: schema)
        mapping = try StoreMapping(
            schema: schema, entities: entities, naming: PostgreSQLNaming(schema, numbers: numbers),
            stored: NewNames(chosen: options.chosenNames))
        metadata = StoredMetadata.initial(options.initialMetadata)
        // Indexes call functions.
        definitions =
            StoreFunctions.definitions(options.namespace)
            + TableDefinitions(mapping: mapping, namespace: options.namespace, options: options).all()
            + DerivedDefinitions(mapping, namespace: options.namespace).all()
            + options.additions.definitions(mapping, options.namespace)
    }

    private var place: String { ServerName.quoted(options.namespace) }

    /// The names of all tables, of their parts, and of sequences that are made with them.
    var tables: [String] { Set(definitions.filter { $0.kind == .table }.map(\.name)).sorted() }

    /// The statements behind the namespace's own, in the order in which to run them; `perdure_store` has its row last.
    func requests() throws -> [ServerRequest] {
        var requests = definitions.map { ServerRequest($0.sql, isPrepared: false) }
        requests += Bookkeeping.definitions(options.namespace).map { ServerRequest($0, isPrepared: false) }
        requests += StoredNameRows(mapping: mapping, place: place, hashes: options.modelHashes)
            .requests(definitions)
        if let archive = try options.modelArchive?() {
            requests.append(
                ServerRequest("INSERT INTO \(place).perdure_model (content) VALUES ($1)", [.bytea(archive)]))
        }
        requests.append(try StoredMetadata.insertion(metadata, place, options.client.description))
        return requests
    }
}
#endif
