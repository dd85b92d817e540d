// SPDX-License-Identifier: Apache-2.0
// The texts that write rows of others' tables from arrays. Parameters are those of ArrayTexts.swift.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension ArrayTexts {
    /// The select of a table, or the table, under an alias.
    func source(_ name: String, as alias: String = "s") -> String {
        "\(attached?.source(name) ?? table(name)) AS \(alias)"
    }

    /// The key column of a table that is written.
    func key(of table: String) -> String {
        ServerName.quoted(attached?[table]?.key.columns.first ?? mapping.system.key)
    }

    /// The version of a row of a table that is written.
    func version(of table: String, _ alias: String) -> String {
        attached?[table]?.version.text(alias)
            ?? "\(alias).\(ServerName.quoted(mapping.system.version))"
    }

    /// The condition that a row of the table t is at the version `u.v`.
    func isUnchanged(_ table: String) -> String {
        attached?[table]?.isUnchanged("t", since: "u.v") ?? "\(version(of: table, "t")) = u.v"
    }

    /// The end of a statement on the table t that tells which rows have got a new mark; empty where versions are columns.
    func returningMarked(_ table: String) -> String {
        guard let attached = attached?[table], case .mark = attached.version else { return "" }
        return " RETURNING " + (shape(mapping.system.key, of: table)?.text("t") ?? "t.\(key(of: table))")
    }

    /// Refuses to write a view.
    ///
    /// - Throws: `StoreError.readOnly`.
    func requireWritable(_ table: String) throws {
        guard let attached = attached?[table], attached.isReadOnly else { return }
        throw StoreError.readOnly(
            path: attached.name.text, reason: "it is a view; write the objects of the tables that it shows")
    }

    // MARK: Rows

    func attachedInsertion(_ entity: EntityMapping, _ attached: AttachedTable) -> Statement {
        let all = ArrayColumn.columns(of: entity.slots.indices, entity)
        let table = mapping.tables[entity.table].name
        var assigned = assignments(mapping.system.key, of: table, "u.k")
        for write in writes(all, attached, table) {
            assigned.append(
                (ServerName.quoted(write.column), write.text(orElse: attached.defaults[write.column])))
        }
        if case .column(let version) = attached.version {
            assigned.append((ServerName.quoted(version), "u.v"))
        }
        if let discriminator = attached.discriminator,
            let word = attached.entityWords.first(where: { $0.number == entity.fileNumber })
        {
            assigned.append(
                (
                    ServerName.quoted(discriminator.column),
                    "\(AttachedTable.literal(word.word))::\(discriminator.type)"
                ))
        }
        let (names, values) = (assigned.map(\.column), assigned.map(\.value))
        let isConstrained = !mapping.uniqueColumns(of: mapping.tables[entity.table]).isEmpty
        let text =
            "INSERT INTO \(attached.name.quoted) (\(names.joined(separator: ", ")))"
            + (attached.isAlwaysIdentity ? " OVERRIDING SYSTEM VALUE" : "")
            + " SELECT \(values.joined(separator: ", ")) FROM \(arrays(all, first: 4, of: table))"
            + (isConstrained ? " ON CONFLICT DO NOTHING RETURNING \(key(of: table))" : "")
        return Statement(text: text, columns: all, returnsKeys: isConstrained)
    }

    func attachedUpdate(_ entity: EntityMapping, _ shape: UpdateShape, _ attached: AttachedTable) -> Statement
    {
        let all = ArrayColumn.columns(of: shape.slots, entity)
        let table = mapping.tables[entity.table].name
        var assignments = writes(all, attached, table).map { write in
            let name = ServerName.quoted(write.column)
            return "\(name) = \(write.text(orElse: write.isKept ? "t.\(name)" : nil))"
        }
        if case .column(let version) = attached.version {
            let name = ServerName.quoted(version)
            assignments.append("\(name) = t.\(name) + 1")
        }
        // A write of nothing moves the server's own mark.
        if assignments.isEmpty {
            let name = attached.anyColumn.map(ServerName.quoted) ?? key(of: table)
            assignments.append("\(name) = t.\(name)")
        }
        let text =
            "UPDATE \(attached.name.quoted) AS t SET \(assignments.joined(separator: ", "))"
            + " FROM \(arrays(all, first: shape.isChecked ? 3 : 2, hasVersions: shape.isChecked, of: table))"
            + " WHERE \(matches(table, "t", "u.k"))"
            + (shape.isChecked ? " AND \(isUnchanged(table))" : "")
        return Statement(text: text, columns: all)
    }

    private func isWritten(_ column: ArrayColumn, _ attached: AttachedTable) -> Bool {
        !column.isEntity && attached.written.contains(column.name)
    }

    /// The columns that are written, each once; those of a row's own key are written with the key.
    private func writes(_ all: [ArrayColumn], _ attached: AttachedTable, _ table: String) -> [ColumnWrite] {
        let written = all.indices.filter { isWritten(all[$0], attached) }
        var writes: [ColumnWrite] = []
        for index in written where shape(all[index].name, of: table) == nil {
            let name = all[index].name
            let value = attached.forms[name]?.written("u.c\(index)") ?? "u.c\(index)"
            ColumnWrite.add(name, value, isKept: false, to: &writes)
        }
        let others = attached.columnsWrittenApart
        for index in written {
            guard let shape = shape(all[index].name, of: table) else { continue }
            for (place, column) in shape.columns.enumerated() where !others.contains(column) {
                let isKept = attached.kept[shape.name]?.contains(column) == true
                ColumnWrite.add(column, shape.value("u.c\(index)", place), isKept: isKept, to: &writes)
            }
        }
        return writes
    }
}
#endif
