// SPDX-License-Identifier: Apache-2.0
// Updates the triggers and values of derived attributes when a store is opened for writing. Triggers may be missing or may
// have been off, and hashes of earlier versions of Perdure did not include expressions. DerivationRecord.swift is the store's
// record; DerivedRebuildTasks.swift finds the differences. A new model version is migrated first (InPlaceMigration.swift).

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The triggers and values of the derived attributes in a store that we wrote.
struct DerivedRebuild {
    let connection: SQLiteConnection
    let mapping: StoreMapping
    let options: SQLiteOptions
    let review: TriggerReview

    /// Does all necessary work in one transaction.
    ///
    /// A store that Apple wrote is changed only if the options ask for it.
    ///
    /// - Throws: `StoreError.busy` while another process writes.
    func runIfNeeded() throws {
        guard try !work(try StoreMetadata.read(connection)).isEmpty else { return }
        try changing { metadata in
            let work = try work(metadata)
            if !work.isEmpty { try run(work, metadata) }
        }
    }

    /// Computes all values anew and makes missing triggers, within the current transaction.
    func recompute() throws {
        let metadata = try StoreMetadata.read(connection)
        let work = try work(metadata)
        if !work.isEmpty { try run(work, metadata) }
    }

    /// Removes our triggers from the record when triggers stay off: values get out of date, and the next opening with
    /// triggers computes them.
    func forget() throws {
        guard DerivationRecord(try StoreMetadata.read(connection))?.hasOwn == true else { return }
        try changing { metadata in
            var metadata = metadata
            metadata[Derivation.metadataKey] = DerivationRecord(metadata)?.withoutOwn.value
            try StoreMetadata.write(metadata, connection)
        }
    }

    /// Runs a change in one transaction.
    ///
    /// It reads the metadata again, because another process may have been faster.
    private func changing(_ body: ([String: PropertyListValue]) throws -> Void) throws {
        try connection.beginWriting()
        do {
            try body(try StoreMetadata.read(connection))
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    private func run(_ work: DerivedRebuildTasks, _ metadata: [String: PropertyListValue]) throws {
        try perform(work)
        guard let record = work.record else { return }
        var metadata = metadata
        metadata[Derivation.metadataKey] = record.value
        try StoreMetadata.write(metadata, connection)
        if options.isOfModel(metadata) { try ModelCache.write(options.modelArchive, connection) }
    }

    /// Changes triggers and values within the current transaction.
    private func perform(_ work: DerivedRebuildTasks) throws {
        try drop(work)
        try make(work)
    }

    /// Removes the triggers of all attributes that get new triggers or none.
    func drop(_ work: DerivedRebuildTasks) throws {
        for former in work.former {
            let table = try mapping.table(of: former.entity).name
            try DerivedTriggerNames(
                entity: mapping.schema[former.entity].name, attribute: former.attribute, table: table
            )
            .drop(connection)
        }
        for attribute in work.made { try DerivedTriggerNames(attribute).drop(connection) }
    }

    /// Makes triggers and values for existing columns.
    func make(_ work: DerivedRebuildTasks) throws {
        for attribute in work.made {
            for trigger in attribute.triggers {
                try connection.execute("DROP TRIGGER IF EXISTS \(quotedName(trigger.name))")
                try connection.execute(trigger.sql)
            }
        }
        // R-tree indexes depend on computed values, so their triggers must run.
        try review.run(connection)
        for attribute in work.emptied {
            let column = quotedName(attribute.column.name)
            try connection.execute(
                "UPDATE \(quotedName(attribute.table)) SET \(column) = NULL WHERE \(column) IS NOT NULL")
        }
        for attribute in work.computed {
            try compute(attribute)
        }
    }

    private func compute(_ attribute: DerivedAttribute) throws {
        if let query = attribute.values.overflowing(),
            let row = try connection.first(query, [], { $0.integer(0) })
        {
            throw StoreError.invalidValue(
                entity: attribute.entity, property: attribute.name,
                reason:
                    "the sum for row \(row) of \(attribute.table) does not fit into 64 bits; make the values "
                    + "smaller with the model that the store has now, or leave this attribute out of the new one"
            )
        }
        if let statement = attribute.values.refill { try connection.execute(statement) }
    }

    private func work(_ metadata: [String: PropertyListValue]) throws -> DerivedRebuildTasks {
        let attributes = review.rules.derived
        let texts = try StoreTriggers.texts(connection)
        if let record = DerivationRecord(metadata) {
            return DerivedRebuildTasks(
                attributes, since: record, mapping, texts: texts, all: options.recomputesValues)
        }
        return options.recomputesValues
            ? DerivedRebuildTasks(asked: attributes, texts: texts) : DerivedRebuildTasks()
    }
}

extension DerivedRebuild: StoreOpeningStep {
    /// Updates the derived attributes of a store that is opened for writing.
    static func run(_ store: MappedStore) throws {
        let rebuild = DerivedRebuild(
            connection: store.writer, mapping: store.mapping, options: store.options, review: store.review)
        try rebuild.runIfNeeded()
        store.withoutTriggers { try rebuild.forget() }
    }
}
