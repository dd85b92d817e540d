// SPDX-License-Identifier: Apache-2.0
// What an event in one table does to one derived column, as statements of a trigger function (PG-141). Changes of whole numbers
// are added; everything else is computed from scratch, behind locks.
//
// Two transactions that change one path at different places must see each other. The one that changes a row goes up to the
// homes that it sees. The other one, whose home is not visible yet, locks each row that its new reference leads to; so one of
// them waits for the other, and computes with what the other has written.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL

/// The event of a trigger.
enum TriggerEvent: String, CaseIterable {
    case insert, update, delete

    /// The names that a statement's rows have in its trigger.
    var references: String {
        let new = self == .delete ? nil : "NEW TABLE AS new_rows"
        let old = self == .insert ? nil : "OLD TABLE AS old_rows"
        return "REFERENCING " + [new, old].compactMap { $0 }.joined(separator: " ")
    }
}

/// Writes the statements of one event for one derived column.
struct DerivedChange {
    let derived: DerivedColumn
    let event: TriggerEvent
    /// The tables whose rows are homes of aggregates: their rows are locked for writing at once, since a lock for reading
    /// that others hold too would end in a deadlock.
    let owners: Set<String>
    var route: DerivationRoute { derived.route }
    var place: ServerPlace { derived.place }
    var key: String { derived.key }

    // MARK: Rows of the event

    /// The changed rows: those that are new and those that are gone, as far as the columns go.
    private func changed(_ columns: [String]) -> String {
        let list = columns.joined(separator: ", ")
        let (new, old) = ("SELECT \(list) FROM new_rows", "SELECT \(list) FROM old_rows")
        switch event {
        case .insert: return new
        case .delete: return old
        case .update: return "(\(new) EXCEPT \(old)) UNION ALL (\(old) EXCEPT \(new))"
        }
    }

    /// The rows with new values; nil for a deletion.
    private func arrived(_ columns: [String]) -> String? {
        let list = columns.joined(separator: ", ")
        switch event {
        case .insert: return "SELECT \(list) FROM new_rows"
        case .delete: return nil
        case .update: return "SELECT \(list) FROM new_rows EXCEPT SELECT \(list) FROM old_rows"
        }
    }

    /// The values of some columns as one column.
    private func values(_ columns: [String], of rows: String) -> String {
        columns.map { "SELECT s.\($0) FROM (\(rows)) s" }.joined(separator: " UNION ALL ")
    }

    // MARK: From scratch

    /// What an event's rows mean for a way.
    struct Rows {
        /// The columns whose change counts.
        let columns: [String]
        /// The columns with keys of rows on the way, and the depth of these rows.
        let keys: [String]
        let depth: Int
        /// The columns with keys of rows that the event's rows refer to, and the depth of those rows.
        var links: [String] = []
        var linkDepth = 0
    }

    /// Computes the homes whose way leads through rows.
    func rebuild(_ rows: Rows) -> [String] {
        assign(values(rows.keys, of: changed(rows.columns)))
            + nested(locks(rows) + homes(from: rows.depth) + nested(computing()))
    }

    /// Computes new rows of the home table, which nobody else can see.
    func fill() -> [String] {
        var rows = Rows(columns: [key], keys: [key], depth: 0)
        if case .toOne(let name)? = route.hops.first {
            rows.links = [ServerName.quoted(name)]
            rows = Rows(columns: [key] + rows.links, keys: [key], depth: 0, links: rows.links, linkDepth: 1)
        }
        return assign(values([key], of: changed([key]))) + nested(locks(rows) + [update()])
    }

    /// Locks homes and computes them.
    private func computing() -> [String] {
        [
            "PERFORM 1 FROM \(derived.home) t WHERE t.\(key) = ANY (perdure_keys) ORDER BY t.\(key) FOR NO KEY UPDATE;"
        ]
            + [update()]
    }

    /// Goes from keys at a depth up to the homes, and locks the owners of members on the way.
    private func homes(from depth: Int) -> [String] {
        var lines: [String] = []
        func lockOwners(_ present: Int) {
            guard present == route.ownerDepth, present > 0 else { return }
            lines.append(lock("perdure_keys", route.tables[present], isForWriting: true))
        }
        lockOwners(depth)
        for present in stride(from: depth, to: 0, by: -1) {
            lines += assign(above(present))
            lockOwners(present - 1)
        }
        return lines
    }

    /// The keys of the rows one step above.
    private func above(_ depth: Int) -> String {
        switch route.hops[depth - 1] {
        case .toOne(let name):
            return "SELECT t.\(key) FROM \(place.table(route.tables[depth - 1])) t "
                + "WHERE t.\(ServerName.quoted(name)) = ANY (perdure_keys)"
        case .members(let name):
            return
                "SELECT t.\(ServerName.quoted(name)) FROM \(place.table(route.tables[depth])) t WHERE t.\(key) = ANY (perdure_keys)"
        case .links(let links):
            let (own, member) = (links.ownColumn, links.memberColumn)
            let table = place.table(links.name)
            let pairs = "SELECT l.\(own) FROM \(table) l WHERE l.\(member) = ANY (perdure_keys)"
            return links.isReflexive
                ? "\(pairs) UNION ALL SELECT l.\(member) FROM \(table) l WHERE l.\(own) = ANY (perdure_keys)"
                : pairs
        }
    }

    /// Gives `keys` the keys of a select.
    private func assign(_ select: String, _ variable: String = "perdure_keys") -> [String] {
        [
            "\(variable) := ARRAY(SELECT DISTINCT x.k FROM (\(select)) x(k) WHERE x.k IS NOT NULL ORDER BY x.k);"
        ]
    }

    private func nested(_ lines: [String]) -> [String] {
        ["IF cardinality(perdure_keys) > 0 THEN"] + lines.map { "  \($0)" } + ["END IF;"]
    }

    // MARK: Locks

    /// Locks the rows that new references lead to.
    private func locks(_ rows: Rows) -> [String] {
        guard !rows.links.isEmpty, let arrived = arrived(rows.columns) else { return [] }
        var lines = assign(values(rows.links, of: arrived), "perdure_links")
        var depth = rows.linkDepth
        while true {
            let isOwner = depth == route.ownerDepth
            let table = route.tables[depth]
            lines.append(lock("perdure_links", table, isForWriting: isOwner || owners.contains(table)))
            guard !isOwner, depth < route.hops.count, case .toOne(let name) = route.hops[depth] else {
                return lines
            }
            lines += assign(
                "SELECT t.\(ServerName.quoted(name)) FROM \(place.table(table)) t "
                    + "WHERE t.\(key) = ANY (perdure_links)", "perdure_links")
            depth += 1
        }
    }

    private func lock(_ variable: String, _ table: String, isForWriting: Bool) -> String {
        "PERFORM 1 FROM \(place.table(table)) t WHERE t.\(key) = ANY (\(variable)) ORDER BY t.\(key) "
            + "FOR \(isForWriting ? "NO KEY UPDATE" : "SHARE");"
    }

    // MARK: Statements

    /// Computes the homes in `keys`, and notes the rows that change.
    private func update() -> String {
        let expression = DerivedExpression(derived: derived)
        let asksText = derived.function != nil
        let source = asksText ? ", \(expression.source(of: "h")) AS source" : ""
        let asks =
            asksText
            ? "v.value IS NULL AND v.source IS NOT NULL" : derived.addsIntegers ? "v.value IS NULL" : "false"
        let again = derived.asksClient ? " OR (\(asks))" : ""
        return
            "WITH v AS (SELECT h.\(key) AS id, \(expression.value(of: "h")) AS value\(source) FROM \(derived.home) h "
            + "WHERE h.\(key) = ANY (perdure_keys)\(derived.entityCondition("h"))), "
            + "u AS (UPDATE \(derived.home) h SET \(derived.column) = v.value FROM v WHERE h.\(key) = v.id"
            + " AND (h.\(derived.column) IS DISTINCT FROM v.value\(again)) "
            + "RETURNING h.\(derived.entityColumn), h.\(key), (\(asks))) \(noting);"
    }

    /// Adds what the event's rows change in their owners.
    ///
    /// - Parameters:
    ///   - owner: The column with the owner's key.
    ///   - amount: What a row adds.
    ///   - isHome: Whether the rows are of the home table: a new owner among them is computed from scratch.
    /// - Returns: The statements.
    func add(_ owner: String, _ amount: String, isHome: Bool) -> [String] {
        let new = "SELECT n.\(owner) AS k, \(amount)::numeric AS n FROM new_rows n"
        let old = "SELECT n.\(owner) AS k, -\(amount)::numeric AS n FROM old_rows n"
        let rows =
            switch event {
            case .insert: new
            case .delete: old
            case .update: "\(new) UNION ALL \(old)"
            }
        let others =
            isHome && event == .insert ? " AND NOT EXISTS (SELECT FROM new_rows n WHERE n.\(key) = s.k)" : ""
        let sum = DerivedExpression(derived: derived).fitting("coalesce(h.\(derived.column), 0) + d.n")
        // The update alone would lock owners in any order, and two writers of several owners would end in a deadlock.
        let locking =
            assign("SELECT s.k FROM (\(rows)) s") + [lock("perdure_keys", route.home, isForWriting: true)]
        return locking + [
            "WITH d AS (SELECT s.k, sum(s.n) AS n FROM (\(rows)) s WHERE s.k IS NOT NULL\(others) "
                + "GROUP BY s.k HAVING sum(s.n) <> 0), "
                + "u AS (UPDATE \(derived.home) h SET \(derived.column) = \(sum) FROM d WHERE h.\(key) = d.k"
                + "\(derived.entityCondition("h")) RETURNING h.\(derived.entityColumn), h.\(key), "
                + "h.\(derived.column) IS NULL) \(noting);"
        ]
    }

    /// Notes rows of the home table whose text only the client can fold.
    func askForTexts() -> [String] {
        let rows =
            "SELECT n.\(derived.entityColumn), n.\(key), true FROM new_rows n WHERE n.\(derived.column) IS NULL "
            + "AND \(DerivedExpression(derived: derived).source(of: "n")) IS NOT NULL\(derived.entityCondition("n"))"
        return ["WITH u AS (\(rows)) \(noting);"]
    }

    /// Notes the rows of `u`, in transactions of Perdure.
    private var noting: String {
        "INSERT INTO \(place.table(DerivedFunctions.computed)) (xid, entity, id, asks, columns) "
            + "SELECT pg_current_xact_id(), u.*, ARRAY[\(ServerName.literal(route.column.name))] FROM u "
            + "WHERE \(SaveSetting.isOwn)"
    }
}
#endif
