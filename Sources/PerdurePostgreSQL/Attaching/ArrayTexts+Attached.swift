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
    func key(of table: String) -> String { ServerName.quoted(attached?[table]?.key ?? mapping.system.key) }

    /// The version of a row of a table that is written.
    func version(of table: String, _ alias: String) -> String {
        attached?[table]?.version.text(alias)
            ?? "\(alias).\(ServerName.quoted(mapping.system.version))"
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
        let written = all.indices.filter { isWritten(all[$0], attached) }
        var names = [attached.key] + written.map { all[$0].name }
        var values = ["u.k"] + written.map { value(all[$0], "u.c\($0)", attached) }
        if case .column(let version) = attached.version {
            names.append(version)
            values.append("u.v")
        }
        if let discriminator = attached.discriminator,
            let word = attached.entityWords.first(where: { $0.number == entity.fileNumber })
        {
            names.append(discriminator.column)
            values.append("\(AttachedTable.literal(word.word))::\(discriminator.type)")
        }
        let isConstrained = !mapping.uniqueColumns(of: mapping.tables[entity.table]).isEmpty
        let text =
            "INSERT INTO \(attached.name.quoted) (\(names.map(ServerName.quoted).joined(separator: ", ")))"
            + (attached.isAlwaysIdentity ? " OVERRIDING SYSTEM VALUE" : "")
            + " SELECT \(values.joined(separator: ", ")) FROM \(arrays(all, first: 4))"
            + (isConstrained
                ? " ON CONFLICT DO NOTHING RETURNING \(ServerName.quoted(attached.key))" : "")
        return Statement(text: text, columns: all, returnsKeys: isConstrained)
    }

    func attachedUpdate(_ entity: EntityMapping, _ shape: UpdateShape, _ attached: AttachedTable) -> Statement
    {
        let all = ArrayColumn.columns(of: shape.slots, entity)
        var assignments = all.indices.filter { isWritten(all[$0], attached) }.map {
            "\(ServerName.quoted(all[$0].name)) = \(value(all[$0], "u.c\($0)", attached, keepsDefault: false))"
        }
        if case .column(let version) = attached.version {
            let name = ServerName.quoted(version)
            assignments.append("\(name) = t.\(name) + 1")
        }
        // A write of nothing moves the server's own mark.
        if assignments.isEmpty {
            let name = ServerName.quoted(attached.anyColumn ?? attached.key)
            assignments.append("\(name) = t.\(name)")
        }
        let text =
            "UPDATE \(attached.name.quoted) AS t SET \(assignments.joined(separator: ", "))"
            + " FROM \(arrays(all, first: shape.isChecked ? 3 : 2, hasVersions: shape.isChecked))"
            + " WHERE t.\(ServerName.quoted(attached.key)) = u.k"
            + (shape.isChecked ? " AND \(attached.version.text("t")) = u.v" : "")
        return Statement(text: text, columns: all)
    }

    private func isWritten(_ column: ArrayColumn, _ attached: AttachedTable) -> Bool {
        !column.isEntity && attached.written.contains(column.name)
    }

    private func value(
        _ column: ArrayColumn, _ value: String, _ attached: AttachedTable, keepsDefault: Bool = true
    ) -> String {
        let own = attached.forms[column.name]?.written(value) ?? value
        guard keepsDefault, let other = attached.defaults[column.name] else { return own }
        return "COALESCE(\(own), \(other))"
    }
}
#endif
