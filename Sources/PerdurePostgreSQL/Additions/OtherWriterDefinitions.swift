// SPDX-License-Identifier: Apache-2.0
// Triggers that notice what other programs write (PG-58): versions move on, other engines hear of the commit, and a history has it as a
// transaction of the author "sql". OtherWriterFunctions.swift has what they run. Transactions of Perdure pass by (SaveSetting.swift).

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Writes the definitions for the tables of a store.
struct OtherWriterDefinitions {
    private let mapping: StoreMapping
    private let place: ServerPlace
    private let functions: OtherWriterFunctions
    private let derived: [DerivedColumn]

    init(_ mapping: StoreMapping, namespace: String) {
        self.mapping = mapping
        place = ServerPlace(namespace)
        functions = OtherWriterFunctions(mapping: mapping, namespace: namespace)
        derived = DerivedColumn.all(in: mapping, place)
    }

    /// All statements, in the order in which to run them.
    func all() -> [ServerDefinition] {
        functions.all() + [commitTrigger] + mapping.tables.flatMap(triggers)
            + mapping.joinTables.flatMap(triggers)
    }

    /// Whether a transaction is none of Perdure's.
    private static let isOther = "NOT coalesce(\(SaveSetting.isOwn), false)"

    // MARK: Tables of entities

    private func triggers(_ table: TableMapping) -> [ServerDefinition] {
        let version = ServerName.quoted(mapping.system.version)
        // In front of the trigger of derived attributes by its name: a time of the last change asks for the version.
        let count = definition(
            table.name, "count", "BEFORE UPDATE",
            "FOR EACH ROW WHEN (\(Self.isOther) AND OLD.\(version) = NEW.\(version) AND "
                + "ROW(\(values(of: table, "OLD"))) IS DISTINCT FROM ROW(\(values(of: table, "NEW"))))",
            OtherWriterFunctions.version, [])
        let begin = definition(
            table.name, "begin", "BEFORE INSERT",
            "FOR EACH ROW WHEN (\(Self.isOther) AND NEW.\(version) = 1)", OtherWriterFunctions.version, [])
        return [count, begin]
            + tellers(table.name, OtherWriterFunctions.rows, [entity(table), preserved(table)])
    }

    /// The columns that a program writes: values that triggers compute are nobody's writing.
    private func values(of table: TableMapping, _ row: String) -> String {
        let computed = Set(derived.filter { $0.route.home == table.name }.map(\.route.column.name))
        return table.columns.map(\.name).filter { !computed.contains($0) }
            .map { "\(row).\(ServerName.quoted($0))" }.joined(separator: ", ")
    }

    /// The number of the entity in a table of one that has no column for it.
    private func entity(_ table: TableMapping) -> String {
        if let column = mapping.system.entity, table.columns.contains(where: { $0.name == column }) {
            return ""
        }
        return mapping[table.root].map { "\($0.fileNumber)" } ?? ""
    }

    /// The columns whose last values a history keeps, as an array of the server.
    private func preserved(_ table: TableMapping) -> String {
        var names: Set<String> = []
        for entity in table.entities.compactMap({ mapping[$0] }) {
            let kept = mapping.schema[entity.entity].properties.filter(\.isPreserved)
            names.formUnion(kept.compactMap { entity.preservedColumn($0)?.name })
        }
        return "{" + names.sorted().map(Self.element).joined(separator: ",") + "}"
    }

    private static func element(_ name: String) -> String {
        "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    // MARK: Join tables

    /// A link is a change of the objects at both ends.
    private func triggers(_ join: JoinTableMapping) -> [ServerDefinition] {
        let arguments = mapping.ends(of: join).flatMap { [$0.table, $0.key] }
        return arguments.isEmpty ? [] : tellers(join.name, OtherWriterFunctions.links, arguments)
    }

    // MARK: Triggers

    /// One trigger for each kind of statement, because only so it sees the rows of the statement.
    ///
    /// Another one is for what empties the table.
    private func tellers(_ table: String, _ function: String, _ arguments: [String]) -> [ServerDefinition] {
        TriggerEvent.allCases.map { event in
            definition(
                table, "\(event.rawValue)_other", "AFTER \(event.rawValue.uppercased())",
                "\(event.references) FOR EACH STATEMENT WHEN (\(Self.isOther))", function, arguments)
        } + [
            // Afterwards nobody could tell which rows there were.
            definition(
                table, "truncate_other", "BEFORE TRUNCATE", "FOR EACH STATEMENT WHEN (\(Self.isOther))",
                function,
                arguments)
        ]
    }

    private func definition(
        _ table: String, _ what: String, _ event: String, _ rest: String, _ function: String,
        _ arguments: [String]
    ) -> ServerDefinition {
        let name = ServerWord.fitting("perdure_\(table)_\(what)")
        return ServerDefinition(
            kind: .trigger, name: name,
            sql:
                "CREATE TRIGGER \(ServerName.quoted(name)) \(event) ON \(place.table(table)) \(rest) EXECUTE FUNCTION "
                + "\(place.table(function))(\(arguments.map(ServerName.literal).joined(separator: ", ")))",
            tables: [table])
    }

    /// What is to be done once for a transaction waits for its end.
    private var commitTrigger: ServerDefinition {
        ServerDefinition(
            kind: .trigger, name: OtherWriterFunctions.commit,
            sql: "CREATE CONSTRAINT TRIGGER \(OtherWriterFunctions.commit) AFTER INSERT ON "
                + "\(place.table(OtherWriterFunctions.table)) DEFERRABLE INITIALLY DEFERRED FOR EACH ROW "
                + "EXECUTE FUNCTION \(place.table(OtherWriterFunctions.commit))()",
            tables: [OtherWriterFunctions.table])
    }
}

extension StoreMapping {
    /// The tables at the ends of a join table, with its columns of their keys.
    fileprivate func ends(of join: JoinTableMapping) -> [(table: String, key: String)] {
        var ends: [(table: String, key: String)] = []
        for entity in entities.compactMap({ $0 }) {
            for case .toMany(.joinTable(let link)) in entity.slots
            where joinTables[link.table].name == join.name {
                let new = [(entity.entity, link.own), (link.destination, link.member)].filter { _, key in
                    !ends.contains { $0.key == key }
                }
                ends += new.compactMap { number, key in self[number].map { (tables[$0.table].name, key) } }
            }
        }
        return ends
    }
}
#endif
