// SPDX-License-Identifier: Apache-2.0
// Writes change sets by arrays: one statement for many rows of one shape, all statements in one pipeline (PG-70 to PG-80).
// ArrayExecutor+Rows.swift and ArrayExecutor+Relationships.swift turn steps into statements.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Collects the steps of a write, and sends them together.
struct ArrayExecutor: WriteExecutor {
    static let answersAtEnd = true
    let texts: ArrayTexts
    let engine: SQLEngine
    let session: ServerSession
    /// What ends the pipeline of rows.
    let ending: [PlannedStatement]
    var mapping: StoreMapping { texts.mapping }
    private var planned: [PlannedStatement] = []
    private var size = 0
    /// Whether an answer showed a conflict; the search after the rollback tells which.
    private(set) var isRefused = false
    /// Whether a unique index has refused a row.
    private(set) var isRefusedByIndex = false
    /// What the server said of it.
    private(set) var refusal: RefusedStatement?
    var orders: [OrderChange] = []
    /// The rows of others' tables that refer to themselves, by the names of tables.
    var ownReferences: [String: OwnReferences] = [:]
    /// The rows that others know by a mark which is not theirs any more.
    private(set) var marked: Set<ObjectKey> = []
    private var positions: [PlannedStatement] = []

    /// The most rows of one statement.
    static let mostRows = 1_000
    /// From so many new rows of an entity on they go by COPY (PG-74), so many at once.
    static let leastCopied = 5_000
    static let mostCopied = 20_000
    static let mostCopiedBytes = 8 << 20
    /// The most bytes of values of one statement, about.
    static let mostBytes = 1 << 20
    /// What waits beyond this is sent before the end.
    private static let mostWaiting = 16 << 20

    init(_ texts: ArrayTexts, _ engine: SQLEngine, _ session: ServerSession, ending: [PlannedStatement]) {
        self.texts = texts
        self.engine = engine
        self.session = session
        self.ending = ending
    }

    mutating func newestRows(_ keys: [ObjectKey]) throws -> [Row] {
        for (table, numbers) in numbers(keys) {
            let key = ServerName.quoted(mapping.system.key)
            // Each lock is a statement of its own: what is read behind it is the newest state.
            session.queue(
                ServerRequest(
                    "SELECT \(key) FROM \(texts.source(mapping.tables[table].name)) WHERE \(key) = ANY($1) "
                        + "ORDER BY \(key) FOR NO KEY UPDATE", [numbers]))
        }
        return try engine.reader(session).rows(for: keys)
    }

    private func numbers(_ keys: [ObjectKey]) -> [(table: Int, numbers: ServerValue)] {
        var groups: [Int: [Int64]] = [:]
        for key in keys {
            if let table = mapping[key.root]?.table { groups[table, default: []].append(key.number) }
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, .int8s($0.value)) }
    }

    mutating func run(_ step: WriteStep) throws {
        switch step {
        case .check(let checks, let entity): try check(checks, entity)
        case .delete(let deletions, let entity): try delete(deletions, entity)
        case .update(let updates, let shape): try update(updates, shape)
        case .insert(let insertions, let entity): try insert(insertions, entity)
        // A merging write leaves the version column alone: nothing needs to be counted (PG-52).
        case .countMergingWrites, .forgetMergingWrites: break
        case .unlink(let links, let end): try write(links, end, isInsertion: false)
        case .link(let links, let end): try write(links, end, isInsertion: true)
        case .order(let order): orders.append(order)
        case .append(let members, let end): try append(members, end)
        }
        // Others' foreign keys want an order of all statements.
        if size > Self.mostWaiting, texts.attached == nil { try send() }
    }

    /// Lets a statement wait for the pipeline.
    mutating func plan(_ statement: PlannedStatement, size: Int = 0) {
        planned.append(statement)
        self.size += size
    }

    /// Sends what waits.
    private mutating func send() throws {
        guard !planned.isEmpty, !isRefused else { return }
        // Others' foreign keys are looked at by each statement, so parents come first and leave last.
        if texts.attached != nil { planned = planned.inOrder { $0.rank } }
        defer {
            planned.removeAll()
            size = 0
        }
        do {
            let results = try session.run(planned.map(\.request))
            for (statement, result) in zip(planned, results) {
                if !statement.isFulfilled(by: result) {
                    isRefused = true
                    if case .keys = statement.expectation { isRefusedByIndex = true }
                }
                try look(at: result, statement.expectation)
            }
        } catch let error as PostgreSQLError {
            guard error.state == "23505" else {
                throw RefusedStatement(error: error, subject: subject(error))
            }
            isRefused = true
            isRefusedByIndex = true
            refusal = RefusedStatement(error: error, subject: subject(error))
        }
    }

    /// Sends new rows as bytes, behind what waits.
    ///
    /// - Throws: `CopyRefused` where policies of rows forbid it.
    mutating func copy(
        _ text: String, _ rows: CopyBytes, _ subject: PlannedStatement.Subject, _ table: String
    ) throws {
        try send()
        guard !isRefused else { return }
        do {
            let count = try session.copy(text, rows)
            isRefused = count != subject.keys.count
        } catch let error as PostgreSQLError {
            if error.state == "0A000" {
                texts.refuseCopies(table)
                throw CopyRefused()
            }
            guard error.state == "23505" else { throw RefusedStatement(error: error, subject: subject) }
            isRefused = true
            isRefusedByIndex = true
        }
    }

    private mutating func look(at result: ServerResult, _ expectation: PlannedStatement.Expectation) throws {
        switch expectation {
        case .positions(let table): positions += try table.statements(result, texts)
        case .marked(let table):
            let root = mapping.tables[table].root
            for number in try result.integers(0, session.keys) {
                marked.insert(mapping.schema.key(entity: root, number: number))
            }
        case .definitions(let check): try check.require(result)
        default: break
        }
    }

    private func subject(_ error: PostgreSQLError) -> PlannedStatement.Subject? {
        guard case .server(_, _, let index) = error, planned.indices.contains(index) else { return nil }
        return planned[index].subject
    }

    /// Sends everything; the conflicts themselves are found after the rollback (ConflictSearch.swift).
    mutating func refusals() throws -> [PendingConflict] {
        try planOrders()
        try planOwnReferences()
        ending.forEach { plan($0) }
        try send()
        if !isRefused, !positions.isEmpty {
            positions.forEach { plan($0) }
            try send()
        }
        return []
    }
}

extension [PlannedStatement] {
    /// The statements by their ranks; those of one rank keep their order.
    fileprivate func inOrder(_ rank: (PlannedStatement) -> Int) -> [PlannedStatement] {
        enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }
}

extension ServerValue {
    /// An array of whole numbers.
    static func int8s(_ numbers: some Collection<Int64>) -> ServerValue {
        var array = ArrayBytes(.int8, capacity: numbers.count)
        for number in numbers { array.append(number) }
        return array.value()
    }

    /// An array of whole numbers, of which some may be missing.
    static func optionalInt8s(_ numbers: some Collection<Int64?>) -> ServerValue {
        var array = ArrayBytes(.int8, capacity: numbers.count)
        for number in numbers {
            if let number { array.append(number) } else { array.appendNull() }
        }
        return array.value()
    }
}
#endif
