// SPDX-License-Identifier: Apache-2.0
// Derived attributes in a migration in place: the differences between two models, and the columns, triggers and values of the
// new model. Migrating/InPlaceMigration.swift asks; DerivedRebuild.swift makes triggers and values.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The part of derived attributes in a migration.
struct DerivedChange: ChangeableFeature {
    let connection: SQLiteConnection
    /// The new model.
    let schema: Schema
    let options: SQLiteOptions

    /// Whether the store's record lists the derived attributes of the new model.
    func isDone(_ metadata: [String: PropertyListValue], _ entities: Set<Int32>?) -> Bool {
        guard let record = DerivationRecord(metadata) else { return false }
        let derivations = schema.derivations.filter { entities?.contains($0.entity) ?? true }
        let names = Dictionary(grouping: derivations) { schema[$0.entity].name }
        return record.expressions.filter { !$1.isEmpty }.mapValues { Set($0.keys) }
            == names.mapValues { Set($0.map(\.name)) }
    }

    /// A file's tables, where derived columns may be missing because they can be computed.
    func extended(_ existing: ExistingSchema) -> ExistingSchema {
        var extended = existing
        for derivation in schema.derivations {
            extended.addable[schema[derivation.entity].name, default: []].insert(derivation.name)
        }
        return extended
    }

    /// Whether a property is derived in one of the models, so that its column may differ.
    static func concerns(_ former: PropertyLayout, _ property: PropertyLayout) -> Bool {
        former.isComputed || property.isComputed
    }

    /// Makes columns, triggers and values within the current transaction.
    ///
    /// - Parameters:
    ///   - old: The tables for the old model.
    ///   - new: The tables for the new model.
    ///   - rules: The rules for the triggers of the new model.
    ///   - metadata: The metadata of the store; it gets the new record.
    /// - Throws: Any error of the database, `StoreError.invalidValue` for a sum that does not fit.
    func run(
        from old: StoreMapping, to new: StoreMapping, _ rules: TriggerRules,
        _ metadata: inout [String: PropertyListValue]
    ) throws {
        let work = DerivedRebuildTasks(from: old, to: new, rules.derived, DerivationRecord(metadata))
        let rebuild = DerivedRebuild(
            connection: connection, mapping: new, options: options, review: TriggerReview(rules))
        // SQLite refuses to remove a column that a trigger names.
        try rebuild.drop(work)
        try DerivedColumns(connection: connection, mapping: new).add()
        try rebuild.make(work)
        metadata[Derivation.metadataKey] = work.record?.value
    }
}

extension DerivedRebuildTasks {
    /// The work of a migration: attributes that the old model derives differently or not at all.
    ///
    /// A store that Apple wrote has no record, and its other triggers stay.
    init(
        from old: StoreMapping, to new: StoreMapping, _ now: [DerivedAttribute], _ record: DerivationRecord?
    ) {
        var next = record ?? DerivationRecord([])
        let before = DerivedAttribute.all(in: old)
        for attribute in now {
            let former = before.first { $0.entity == attribute.entity && $0.name == attribute.name }
            if let former, former.text == attribute.text, former.column == attribute.column {
                let known = record.map { $0[attribute.entity, attribute.name] } ?? DerivationRecord.foreign
                next[attribute.entity, attribute.name] = known
                continue
            }
            made.append(attribute)
            computed.append(attribute)
            let wasPlain =
                former == nil && old.schema.entity(named: attribute.entity)?.slots[attribute.name] != nil
            // A column from another version has old times.
            if attribute.isClock, !wasPlain { emptied.append(attribute) }
            next[attribute.entity, attribute.name] = attribute.text
        }
        for former in before
        where !now.contains(where: { $0.entity == former.entity && $0.name == former.name }) {
            guard let entity = new.schema.entity(named: former.entity) else { continue }
            self.former.append((entity.number, former.name))
            next[former.entity, former.name] = nil
        }
        self.record = next
    }
}
