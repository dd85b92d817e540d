// SPDX-License-Identifier: Apache-2.0
// In how many parts the tables of a model are made (PG-145). PartitionedTable.swift makes them.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The numbers of parts that a model asks for.
package struct TablePartitions: Sendable {
    /// The key of the user info.
    package static let key = "perdure.partitions"
    /// The most parts of a table: making them, and each statement without a key, takes locks on all of them and their indexes.
    package static let most = 256

    /// What the user info says, by the names of entities.
    private let texts: [String: String]

    /// - Parameter texts: What the user info says, by the names of entities.
    package init(_ texts: [String: String] = [:]) { self.texts = texts }

    /// The number of parts of the table of a root entity; nil for a table that is made as one.
    func count(of entity: String) -> Int? { texts[entity].flatMap(Int.init) }

    /// Checks what cannot be made.
    ///
    /// - Throws: `StoreError.invalidSchema` that names the entity: for a number that is none, for an entity whose rows lie in its parent's
    ///   table, and for uniqueness constraints, because the server can only enforce those that contain the row's number.
    func check(_ schema: Schema) throws {
        for entity in schema.entities {
            if let text = texts[entity.name] { try check(text, entity, root: schema[entity.root]) }
        }
        try checkConstraints(schema)
    }

    /// Checks that no entity whose table has parts has uniqueness constraints.
    ///
    /// - Throws: `StoreError.invalidSchema` that names the entity and the constraint.
    func checkConstraints(_ schema: Schema) throws {
        for entity in schema.entities {
            guard count(of: schema[entity.root].name) != nil,
                let constraint = entity.uniquenessConstraints.first
            else { continue }
            throw StoreError.invalidSchema(
                "the entity \"\(entity.name)\" has a uniqueness constraint (\(constraint.joined(separator: ", "))), and its table has "
                    + "parts (user info \(Self.key)), over which the server enforces none; remove the constraint, or the user info "
                    + "before there is a table"
            )
        }
    }

    private func check(_ text: String, _ entity: EntityLayout, root: EntityLayout) throws {
        guard let number = Int(text), (2...Self.most).contains(number) else {
            throw StoreError.invalidSchema(
                "the user info \(Self.key) of the entity \"\(entity.name)\" is \"\(text)\"; it is a number from 2 to \(Self.most)"
            )
        }
        guard root.number == entity.number else {
            throw StoreError.invalidSchema(
                "the entity \"\(entity.name)\" has the user info \(Self.key), and its rows lie in the table of \"\(root.name)\"; "
                    + "give it to that one")
        }
    }
}

extension TablePartitions {
    /// These, but tables that are there have as many parts as they had, whatever the model says now.
    func keeping(_ former: TablePartitions, of tables: [(former: String, now: String)]) -> TablePartitions {
        var texts = texts
        for table in tables { texts[table.now] = former.texts[table.former] }
        return TablePartitions(texts)
    }

    /// The parts that the tables of a store have, so that a copy has as many.
    init(of mapping: StoreMapping, _ namespace: String, _ session: ServerSession) throws {
        let found = try session.run(
            ServerRequest(
                "SELECT c.relname::text, count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
                    + "JOIN pg_inherits i ON i.inhparent = c.oid WHERE n.nspname = $1 AND c.relkind = 'p' GROUP BY 1",
                [.text(namespace)], isPrepared: false))
        var texts: [String: String] = [:]
        for row in 0..<found.rowCount {
            guard case .text(let name)? = try found.value(row, 0),
                let count = try found.value(row, 1)?.integer,
                let table = mapping.tables.first(where: { $0.name == name })
            else { continue }
            texts[mapping.schema[table.root].name] = "\(count)"
        }
        self.init(texts)
    }
}
#endif
