// SPDX-License-Identifier: Apache-2.0
// The triggers of a file in a migration, with the tables and values that they keep. Triggers do not run while rows are
// rewritten: those that name what changes are gone by then, and all others are switched off.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The triggers of one migration.
final class MigratedTriggers {
    private let connection: SQLiteConnection
    private let plan: RestructuringPlan
    private let options: SQLiteOptions
    private let old: TriggerRules
    private let new: TriggerRules
    /// The texts of triggers that the model does not know, and which would stand in the way of changes.
    private var foreign: [String] = []
    /// The texts of all views.
    private var views: [String] = []

    init(
        connection: SQLiteConnection, plan: RestructuringPlan, options: SQLiteOptions, old: TriggerRules,
        new: TriggerRules
    ) {
        (self.connection, self.plan, self.options) = (connection, plan, options)
        (self.old, self.new) = (old, new)
    }

    /// Removes the triggers of the old version, unless nothing that they name changes and the new version has them too.
    func drop() throws {
        let wanted = Dictionary(
            new.sources.flatMap(\.triggers).map { ($0.name, $0.sql) }, uniquingKeysWith: { $1 })
        for (name, text) in try StoreTriggers.texts(connection).sorted(by: { $0.key < $1.key }) {
            if !plan.changesNames, !plan.changesValues, wanted[name] == text { continue }
            if old.objection(to: text, named: name) != nil { foreign.append(text) }
            try connection.execute("DROP TRIGGER \(quotedName(name))")
        }
        try dropViews()
        try dropSpatialTables()
    }

    private func dropViews() throws {
        let views = try connection.all("SELECT name, sql FROM sqlite_master WHERE type = 'view'") {
            ($0.text(0), $0.text(1))
        }
        for (name, text) in views {
            self.views.append(text)
            try connection.execute("DROP VIEW \(quotedName(name))")
        }
    }

    /// Puts triggers and views back that the model does not know; they stay off, as before.
    ///
    /// - Throws: Nothing; one that does not fit the tables any more stays away.
    func restoreForeign() throws {
        // A trigger may stand on a view.
        for text in views + foreign where text.lowercased().hasPrefix("create ") {
            try? connection.execute(text)
        }
    }

    /// Makes the triggers of the new version, and computes what they keep.
    ///
    /// - Parameter metadata: The metadata of the store; it gets the record of derived attributes.
    /// - Throws: Any error of the database, `StoreError.invalidValue` for a sum that does not fit.
    func make(_ metadata: inout [String: PropertyListValue]) throws {
        try makeSpatialTables()
        let texts = try StoreTriggers.texts(connection)
        let tasks = DerivedRebuildTasks(plan, new.derived, texts: texts)
        let rebuild = DerivedRebuild(
            connection: connection, mapping: plan.entities.new, options: options, review: TriggerReview(new))
        try rebuild.make(tasks)
        connection.allowTriggers(false, writingSpatialIndexes: false)
        metadata[Derivation.metadataKey] =
            new.derived.isEmpty && metadata[Derivation.metadataKey] == nil ? nil : tasks.record?.value
    }

    // MARK: - R-tree indexes

    private func tables(_ mapping: StoreMapping) -> [SQLDefinition] {
        SpatialTriggers(mapping).triggers.filter { $0.kind == .table }
    }

    private func dropSpatialTables() throws {
        let present = Set(try StoreTriggers.texts(connection).keys)
        for table in tables(plan.entities.old) where !present.contains("\(table.name)_INSERT") {
            try connection.execute("DROP TABLE IF EXISTS \(quotedName(table.name))")
        }
    }

    private func makeSpatialTables() throws {
        for table in SpatialTriggers.fillings(plan.entities.new) where try !connection.hasTable(table.name) {
            for definition in table.definitions { try connection.execute(definition.sql) }
            try connection.execute(table.filling)
        }
    }
}

extension DerivedRebuildTasks {
    /// The work of a migration that changes more than derived attributes.
    ///
    /// Values are computed where the expression is new, and everywhere if anything may have changed that they are made of.
    fileprivate init(_ plan: RestructuringPlan, _ now: [DerivedAttribute], texts: [String: String]) {
        for attribute in now {
            let isNew = plan.entities.pairs(below: attribute.derivation.entity).contains {
                guard case .attribute(let origin) = $0.step.origins[attribute.derivation.slot] else {
                    return false
                }
                return origin.source == nil || origin.isComputedAnew
            }
            if attribute.triggers.contains(where: { texts[$0.name] != $0.sql }) { made.append(attribute) }
            if isNew || (plan.changesValues && !attribute.isClock) { computed.append(attribute) }
        }
        record = DerivationRecord(now)
    }
}
