// SPDX-License-Identifier: Apache-2.0
// What a repair does: what the store's list has, the model wants and the server lacks; derived values; sequences. Rows that refer to
// nothing, and tables and columns that are gone, are not touched: only people know what became of them.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The repairs of one store.
struct ServerRepairPlan {
    /// What will be done, for people.
    private(set) var lines: [String] = []
    private let session: ServerSession
    private let review: DerivedReview
    /// What belongs together, with the name of what it makes.
    private var steps: [(name: String, requests: [ServerRequest])] = []
    private var wantsDerived = false

    /// Looks for what can be repaired, in the session's transaction.
    ///
    /// - Throws: `StoreError.schemaMismatch` where tables or columns are missing.
    init(_ session: ServerSession, _ options: PostgreSQLOptions, _ mapping: StoreMapping) throws {
        self.session = session
        review = DerivedReview(options: options, mapping: mapping)
        var check = ServerCheck(session: session, options: options)
        try check.shapes(mapping)
        if let problem = check.problems.first {
            throw StoreError.schemaMismatch(
                path: options.client.description, entity: "", property: nil,
                reason: "\(problem.description); a repair makes no tables and columns: bring back a backup")
        }
        try planObjects(options, mapping)
        try check.derivedValues(mapping)
        try check.derivedTexts(mapping)
        for value in Set(check.problems.map { "\($0.object ?? ""): \($0.message)" }).sorted() {
            wantsDerived = true
            lines.append("\(value): compute all derived values")
        }
        for sequence in try KeySequence.behind(mapping, session, ServerPlace(options.namespace)) {
            steps.append((sequence.table, [sequence.mending]))
            lines.append("\(sequence.table): let the sequence of keys go on behind row \(sequence.greatest)")
        }
    }

    /// Does it.
    ///
    /// - Returns: What the server refused, for people: rows that a key or a unique index forbids.
    func run() throws -> [String] {
        let refusals = try steps.compactMap { try refusal($0.name, $0.requests) }
        if wantsDerived { try review.remake(session) }
        return refusals
    }

    /// Runs statements that may fail without the others, all or none of them; a lock that is not to be had ends the repair.
    private func refusal(_ name: String, _ requests: [ServerRequest]) throws -> String? {
        let savepoint = "perdure_repair"
        do {
            try session.run(
                [ServerRequest("SAVEPOINT \(savepoint)", isPrepared: false)] + requests
                    + [ServerRequest("RELEASE \(savepoint)", isPrepared: false)])
            return nil
        } catch let error as PostgreSQLError where error.state == "55P03" {
            throw error
        } catch PostgreSQLError.server(let report, _, _) where session.connection.isInTransaction {
            try session.execute("ROLLBACK TO SAVEPOINT \(savepoint)")
            return "\(name): \(report.message) (\(report.state))"
        }
    }

    // MARK: Objects

    private mutating func planObjects(_ options: PostgreSQLOptions, _ mapping: StoreMapping) throws {
        let objects = try StoredObjects(session, options.namespace)
        let derived = DerivedDefinitions(mapping, namespace: options.namespace).all()
        let triggers = Set(derived.filter { $0.kind == .trigger }.map(\.name))
        let tables = TableDefinitions(mapping: mapping, namespace: options.namespace, options: options).all()
        let plain = StoreFunctions.definitions(options.namespace) + tables.filter { $0.kind != .table }
        let additions = try StoreAdditions(session, ServerPlace(options.namespace))
            .definitions(mapping, options.namespace)
        for definition in plain + derived + additions where !objects.isRight(definition) {
            let isThere = objects.has(definition)
            let what = definition.kind.rawValue
            lines.append("\(definition.name): make the \(isThere ? "\(what) valid" : "missing \(what)")")
            if triggers.contains(definition.name) {
                wantsDerived = true
            } else {
                plan(definition, isThere: isThere, ServerName.quoted(options.namespace))
            }
        }
    }

    private mutating func plan(_ definition: ServerDefinition, isThere: Bool, _ place: String) {
        let name = ServerName.quoted(definition.name)
        var texts = [definition.sql]
        if isThere, definition.kind == .index { texts.insert("DROP INDEX \(place).\(name)", at: 0) }
        if isThere, definition.kind == .constraint,
            let table = definition.sql.components(separatedBy: " ADD CONSTRAINT ").first
        {
            texts = ["\(table) VALIDATE CONSTRAINT \(name)"]
        }
        steps.append((definition.name, texts.map { ServerRequest($0, isPrepared: false) }))
    }
}

/// What a store's list says it has made, and what the server has of it.
private struct StoredObjects {
    private struct Name: Hashable {
        let kind: String
        let name: String
    }

    private var listed: Set<Name> = []
    /// Whether each is valid and enabled.
    private var states: [Name: Bool] = [:]

    init(_ session: ServerSession, _ namespace: String) throws {
        let (place, parameters) = (ServerName.quoted(namespace), [ServerValue.text(namespace)])
        let results = try session.run([
            ServerRequest("SELECT kind, name, true FROM \(place).perdure_objects", isPrepared: false),
            ServerRequest(Self.states, parameters, isPrepared: false),
        ])
        for row in 0..<results[0].rowCount {
            if let (name, _) = try Self.row(results[0], row) { listed.insert(name) }
        }
        for row in 0..<results[1].rowCount {
            guard let (name, isValid) = try Self.row(results[1], row) else { continue }
            states[name] = (states[name] ?? true) && isValid
        }
    }

    private static let states = """
        WITH n AS (SELECT oid FROM pg_namespace WHERE nspname = $1)
        SELECT 'index', c.relname::text, i.indisvalid AND i.indisready FROM n JOIN pg_class c ON c.relnamespace = n.oid \
        JOIN pg_index i ON i.indexrelid = c.oid
        UNION ALL SELECT 'table', c.relname::text, true FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p')
        UNION ALL SELECT 'column', c.relname || '.' || a.attname, true FROM n JOIN pg_class c ON c.relnamespace = n.oid \
        JOIN pg_attribute a ON a.attrelid = c.oid WHERE a.attnum > 0 AND NOT a.attisdropped
        UNION ALL SELECT 'constraint', k.conname::text, k.convalidated FROM n JOIN pg_constraint k ON k.connamespace = n.oid
        UNION ALL SELECT 'function', p.proname::text, true FROM n JOIN pg_proc p ON p.pronamespace = n.oid
        UNION ALL SELECT 'trigger', t.tgname::text, t.tgenabled <> 'D' FROM n JOIN pg_class c ON c.relnamespace = n.oid \
        JOIN pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal
        """

    private static func row(_ result: ServerResult, _ row: Int) throws -> (Name, Bool)? {
        guard case .text(let kind)? = try result.value(row, 0),
            case .text(let name)? = try result.value(row, 1)
        else { return nil }
        return (Name(kind: kind, name: name), try result.value(row, 2) == .bool(true))
    }

    private func name(_ definition: ServerDefinition) -> Name {
        Name(kind: definition.kind.rawValue, name: definition.name)
    }

    func has(_ definition: ServerDefinition) -> Bool { states[name(definition)] != nil }

    /// Whether nothing is to be done.
    ///
    /// An option may have left out a foreign key, which the list does not have then. Functions come with other toolchains too.
    func isRight(_ definition: ServerDefinition) -> Bool {
        let name = name(definition)
        return states[name] == true || !listed.contains(name) && definition.kind != .function
    }
}
#endif
