// SPDX-License-Identifier: Apache-2.0
// The texts of statements that write many rows from arrays (PG-72, PG-73). Each is printed once per shape; values are parameters.

#if PostgreSQL
import PerdureBase
import PerdureSQL
import PerdureStore

/// The statements of one store.
final class ArrayTexts: Sendable {
    let mapping: StoreMapping
    /// Reads rows by keys.
    let rows: TableRowQueries
    private let namespace: String
    /// The tables of others; nil for a store that Perdure has made.
    let attached: AttachedTables?
    private let cached = Lock([Shape: Statement]())
    /// The tables whose policies have refused COPY.
    private let uncopied = Lock(Set<String>())
    /// A program can make as many sets of changed slots as it has kinds of changes.
    private static let capacity = 500

    /// What a statement writes.
    enum Shape: Hashable {
        case insertion(entity: Int32)
        case update(UpdateShape, movesVersion: Bool)
    }

    /// A statement and the columns whose arrays it takes.
    struct Statement: Sendable {
        let text: String
        let columns: [ArrayColumn]
        /// Whether refused rows do not come back.
        var returnsKeys = false
        /// The statement that takes new rows as bytes; nil where rows may be refused, or columns need a conversion.
        var copying: String?
    }

    init(_ engine: SQLEngine, namespace: String, attached: AttachedTables? = nil) {
        self.attached = attached
        mapping = engine.mapping
        rows = engine.queries
        self.namespace = namespace
    }

    /// A table's name with its namespace.
    func table(_ name: String) -> String {
        attached?.target(name) ?? "\(ServerName.quoted(namespace)).\(ServerName.quoted(name))"
    }

    /// Whether new rows of a table may go by COPY (PG-74).
    func mayCopy(_ table: String) -> Bool { uncopied.withLock { !$0.contains(table) } }

    /// Notes that a table takes no COPY: the server has none under row-level security (PG-147).
    func refuseCopies(_ table: String) { uncopied.withLock { _ = $0.insert(table) } }

    func statement(_ shape: Shape) throws -> Statement {
        if let known = cached.withLock({ $0[shape] }) { return known }
        let new: Statement
        switch shape {
        case .insertion(let entity): new = insertion(try mapping.entity(entity))
        case .update(let shape, let moves): new = update(try mapping.entity(shape.entity), shape, moves)
        }
        cached.withLock { cached in
            if cached.count >= Self.capacity { cached.removeAll() }
            cached[shape] = new
        }
        return new
    }

    /// Inserts rows; parameters are keys, the number of the entity, versions, then the columns.
    private func insertion(_ entity: EntityMapping) -> Statement {
        let columns = ArrayColumn.columns(of: entity.slots.indices, entity)
        let table = mapping.tables[entity.table]
        if let attached = attached?[table.name] { return attachedInsertion(entity, attached) }
        let isConstrained = !mapping.uniqueColumns(of: table).isEmpty
        let system = mapping.system
        let names = [system.key] + (system.entity.map { [$0] } ?? []) + [system.version]
        let fixed = ["u.k"] + (system.entity.map { _ in ["$3::integer"] } ?? []) + ["u.v"]
        let selected = fixed + columns.indices.map { columns[$0].type.selected("u.c\($0)") }
        let first = system.entity == nil ? 3 : 4
        let text =
            "INSERT INTO \(self.table(table.name)) (\(list(names + columns.map(\.name)))) SELECT "
            + selected.joined(separator: ", ") + " FROM \(arrays(columns, first: first))"
            + (isConstrained ? " ON CONFLICT DO NOTHING RETURNING \(ServerName.quoted(system.key))" : "")
        var statement = Statement(text: text, columns: columns, returnsKeys: isConstrained)
        if !isConstrained, columns.allSatisfy({ $0.type.selected("c") == "c" }) {
            statement.copying =
                "COPY \(self.table(table.name)) (\(list(names + columns.map(\.name)))) FROM STDIN (FORMAT binary)"
        }
        return statement
    }

    /// Updates rows; parameters are keys, expected versions if the shape checks them, then the columns.
    private func update(_ entity: EntityMapping, _ shape: UpdateShape, _ movesVersion: Bool) -> Statement {
        if let attached = attached?[mapping.tables[entity.table].name] {
            return attachedUpdate(entity, shape, attached)
        }
        let columns = ArrayColumn.columns(of: shape.slots, entity)
        let isChecked = shape.isChecked && movesVersion
        let version = ServerName.quoted(mapping.system.version)
        var assignments = columns.indices.flatMap { self.assignments(columns[$0], "u.c\($0)", entity) }
        if movesVersion { assignments.append("\(version) = t.\(version) + 1") }
        let text =
            "UPDATE \(table(mapping.tables[entity.table].name)) AS t SET "
            + assignments.joined(separator: ", ")
            + " FROM \(arrays(columns, first: isChecked ? 3 : 2, hasVersions: isChecked))"
            + " WHERE t.\(ServerName.quoted(mapping.system.key)) = u.k"
            + (isChecked ? " AND t.\(version) = u.v" : "")
        return Statement(text: text, columns: columns)
    }

    /// A row that gets another owner loses its position among the former owner's members.
    private func assignments(_ column: ArrayColumn, _ value: String, _ entity: EntityMapping) -> [String] {
        let name = ServerName.quoted(column.name)
        let assignment = "\(name) = \(column.type.selected(value))"
        guard !column.isEntity, let order = entity.slots[column.slot].orderedKey?.order else {
            return [assignment]
        }
        return [assignment, keeping(order, while: name, is: value)]
    }

    /// Keeps a position only for a row that keeps its owner.
    func keeping(_ order: String, while owner: String, is value: String) -> String {
        let order = ServerName.quoted(order)
        return "\(order) = CASE WHEN t.\(owner) IS NOT DISTINCT FROM \(value) THEN t.\(order) END"
    }

    private func list(_ names: [String]) -> String {
        names.map(ServerName.quoted).joined(separator: ", ")
    }

    /// The arrays as a table u with the columns k, v, c0, c1 and so on.
    func arrays(
        _ columns: [ArrayColumn], first: Int, hasVersions: Bool = true, of table: String? = nil
    ) -> String {
        let key = table.map { keys("$1", of: $0) } ?? "$1"
        let values = columns.indices.map { index in
            let parameter = "$\(index + first)"
            guard let table, !columns[index].isEntity else { return parameter }
            return keys(parameter, in: columns[index].name, of: table)
        }
        let parameters = [key] + (hasVersions ? ["$2"] : []) + values
        let names = ["k"] + (hasVersions ? ["v"] : []) + columns.indices.map { "c\($0)" }
        return "unnest(\(parameters.joined(separator: ", "))) AS u(\(names.joined(separator: ", ")))"
    }
}

extension StoreMapping {
    /// The columns of each unique index of a table.
    func uniqueColumns(of table: TableMapping) -> [[String]] {
        var found: [[String]] = []
        for entity in table.entities.compactMap({ self[$0] }) {
            for attributes in schema[entity.entity].uniquenessConstraints {
                let columns = attributes.compactMap { column($0, of: entity) }
                if columns.count == attributes.count, !found.contains(columns) { found.append(columns) }
            }
        }
        return found
    }
}
#endif
