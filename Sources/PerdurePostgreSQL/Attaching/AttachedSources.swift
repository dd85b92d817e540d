// SPDX-License-Identifier: Apache-2.0
// Writes the select that stands for a table of others where it is read. Part of AttachedOpening.swift.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Writes selects for the tables of one mapping.
struct AttachedSources {
    let mapping: StoreMapping
    let tables: [String: AttachedTable]

    /// The select of a table: key, entity, version, then the model's columns under their own names.
    func source(of table: TableMapping, _ attached: AttachedTable) -> String {
        let system = mapping.system
        var columns = attached.key.selected("s", system)
        if let entity = system.entity {
            columns.append("\(attached.entity("s")) AS \(ServerName.quoted(entity))")
        }
        columns.append("\(attached.version.text("s")) AS \(ServerName.quoted(system.version))")
        let entities = entityColumns(of: table)
        for column in table.columns where !system.names.contains(column.name) {
            if let shape = attached.references[column.name] {
                columns += shape.selected("s")
                continue
            }
            let name = ServerName.quoted(column.name)
            let own = "s.\(name)"
            let text =
                entities[column.name].map { entityText($0, attached) } ?? attached.forms[column.name]?.read(
                    own) ?? own
            columns.append("\(text) AS \(name)")
        }
        return
            "SELECT \(columns.joined(separator: ", ")) FROM \(attached.name.quoted) s\(attached.rowCondition)"
    }

    /// The select of a join table whose keys are no numbers.
    func source(
        of table: JoinTableMapping, _ keys: [String: KeyShape], _ names: [(String, RelationName)]
    ) -> String {
        let columns = [table.owner.key, table.member.key].flatMap {
            keys[$0]?.selected("s") ?? ["s.\(ServerName.quoted($0))"]
        }
        let name = names.first { $0.0 == table.name }?.1.quoted ?? ServerName.quoted(table.name)
        return "SELECT \(columns.joined(separator: ", ")) FROM \(name) s"
    }

    /// The columns that tell the entity of a destination.
    private func entityColumns(of table: TableMapping) -> [String: ToOneColumns] {
        var found: [String: ToOneColumns] = [:]
        for entity in table.entities.compactMap({ mapping[$0] }) {
            for case .toOne(let ends) in entity.slots {
                if let name = ends.entity { found[name] = ends }
            }
        }
        return found
    }

    /// The entity of a destination, by its row; the server looks only where a statement names the column.
    private func entityText(_ ends: ToOneColumns, _ attached: AttachedTable) -> String {
        guard let entity = mapping[ends.destination],
            let destination = tables[mapping.tables[entity.table].name]
        else { return "NULL::integer" }
        return "(SELECT \(destination.entity("d")) FROM \(destination.name.quoted) d WHERE "
            + destination.key.isReferred("d", by: attached.references[ends.key], ends.key, of: "s") + ")"
    }
}
#endif
