// SPDX-License-Identifier: Apache-2.0
// A migration as a text that an administrator runs (PG-154); nothing is connected to. It fits the store that a model's own script or a
// first opening has made, looks whether it has met one, and is one transaction.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// Writes the statements of a migration.
package struct MigrationScript {
    /// One version of the store.
    package struct Version {
        let schema: Schema
        let hashes: [String: Data]
        let metadata: [String: PropertyListValue]
        let chosenNames: ChosenNames
        let partitions: TablePartitions

        /// - Parameters:
        ///   - schema: the model.
        ///   - hashes: the version hashes of its entities.
        ///   - metadata: what a new store of the version says of itself.
        ///   - chosenNames: the names of its user info.
        ///   - partitions: the parts of its tables, by its user info.
        package init(
            _ schema: Schema, hashes: [String: Data], metadata: [String: PropertyListValue],
            chosenNames: ChosenNames, partitions: TablePartitions
        ) {
            (self.schema, self.hashes, self.chosenNames) = (schema, hashes, chosenNames)
            self.partitions = partitions
            self.metadata = StoredMetadata.initial(metadata)
        }
    }

    private let options: PostgreSQLOptions
    private let old: Version
    private let new: Version

    /// - Parameters:
    ///   - options: the namespace, and the archive of the new model.
    ///   - old: the version that the store has.
    ///   - new: the version that it gets.
    package init(_ options: PostgreSQLOptions, from old: Version, to new: Version) {
        var options = options
        options.modelHashes = new.hashes
        self.options = options
        (self.old, self.new) = (old, new)
    }

    private var place: String { ServerName.quoted(options.namespace) }

    /// The text, with the rights of a role that reads and writes the store.
    ///
    /// - Throws: what no migration can be inferred for, `StoreError.invalidSchema` for names that a server cannot have.
    package func text(grantingTo role: String?) throws -> String {
        try options.partitions.check(new.schema)
        let steps = try InferredMigration(from: old.schema, to: new.schema)
        let former = try mapping(old, [:])
        let known = Dictionary(
            former.entities.compactMap { $0 }.map { (old.schema[$0.entity].name, $0.fileNumber) },
            uniquingKeysWith: { first, _ in first })
        let next = try mapping(
            new, MigratedNumbers(steps, new.schema.entities.map(\.number), known: known).numbers)
        let store = PaperStore(mapping: former, definitions: definitions(former))
        let paper = MigrationPaper(store)
        let work = ServerRestructuring(
            session: paper, options: options, steps: steps, old: former, new: next, parts: old.partitions,
            report: nil)
        // A script removes at once what goes: nothing is left for later.
        _ = try work.run()
        _ = try paper.run(closing())
        var lines = try opening(store) + paper.lines
        if let role { lines += DefiningRole.grants(on: options.namespace, to: role).map(\.text) }
        return (lines + ["COMMIT"]).map { $0 + ";\n" }.joined()
    }

    private func mapping(_ version: Version, _ given: [String: Int32]) throws -> StoreMapping {
        try version.chosenNames.check()
        let names = NewNames(chosen: version.chosenNames, given: given)
        return try StoreMapping(
            schema: version.schema, entities: nil,
            naming: PostgreSQLNaming(
                version.schema,
                numbers: names.numbers(of: version.schema.entities.map(\.number), in: version.schema)),
            stored: names)
    }

    private func definitions(_ mapping: StoreMapping) -> [ServerDefinition] {
        TableDefinitions(mapping: mapping, namespace: options.namespace, options: options).all()
            .filter { $0.kind != .table }
            + DerivedDefinitions(mapping, namespace: options.namespace).all()
            + options.additions.definitions(mapping, options.namespace)
    }

    // MARK: The beginning

    /// Takes the locks, and ends the script where the store is another one.
    private func opening(_ store: PaperStore) throws -> [String] {
        let rows = StoredNameRows(mapping: store.mapping, place: place, hashes: old.hashes).requests([])
        let names = rows.map { "(\($0.parameters.map(\.literal).joined(separator: ", ")))" }
        let count = store.mapping.entities.compactMap { $0 }.count
        let hint = "Migrate it with 'perdure store migrate', which reads what the store is."
        let metadata = try StoredMetadata.encoded(old.metadata, options.client.description)
        return [
            "BEGIN", "SET LOCAL search_path = pg_catalog", "SET LOCAL TimeZone = 'UTC'",
            StoreLocks.definitions(options.namespace).filledText,
            "SELECT FROM \(place).perdure_store FOR UPDATE",
            MigrationPaper.refusal(
                "(SELECT metadata FROM \(place).perdure_store WHERE format = \(Bookkeeping.format)) IS DISTINCT FROM "
                    + ServerValue.bytea(metadata).literal,
                "the store has another version of the model, or metadata of its own; nothing has changed",
                hint),
            MigrationPaper.refusal(
                "to_regclass(\(ServerName.literal("\(place).perdure_history"))) IS NOT NULL",
                "the store keeps a history, whose names a script cannot know; nothing has changed", hint),
            difference(
                "id, name, parent, table_name, version_hash", "perdure_entities",
                Array(names.prefix(count)), hint),
            difference(
                "entity, property, path, table_name, column_name, type", "perdure_columns",
                Array(names.dropFirst(count)), hint),
        ]
    }

    /// Ends the script where a table of names has other rows.
    private func difference(_ columns: String, _ table: String, _ rows: [String], _ hint: String) -> String {
        let found = "SELECT \(columns) FROM \(place).\(table)"
        let wanted = rows.isEmpty ? "\(found) WHERE false" : "VALUES \(rows.joined(separator: ", "))"
        return MigrationPaper.refusal(
            "EXISTS ((\(found)) EXCEPT (\(wanted))) OR EXISTS ((\(wanted)) EXCEPT (\(found)))",
            "the store has other names in \(table) than a new store of its model; nothing has changed", hint)
    }

    // MARK: The end

    private func closing() throws -> [ServerRequest] {
        var requests = [ServerRequest("DELETE FROM \(place).perdure_model")]
        if let archive = try options.modelArchive?() {
            requests.append(
                ServerRequest("INSERT INTO \(place).perdure_model (content) VALUES ($1)", [.bytea(archive)]))
        }
        requests.append(
            ServerRequest(
                "UPDATE \(place).perdure_store SET metadata = $1, generation = generation + 1",
                [.bytea(try StoredMetadata.encoded(new.metadata, options.client.description))]))
        return requests
    }
}
#endif
