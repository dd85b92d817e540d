// SPDX-License-Identifier: Apache-2.0
// One connection to a SQLite file. Its switches and limits are in SQLiteConnection+Hardening.swift, its statements in
// SQLiteStatement.swift, its registered functions in AppleFunctions.swift.

import CSQLite
import Foundation
import PerdureBase
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One connection to a SQLite file.
///
/// One thread uses it at a time; a pool lends it.
final class SQLiteConnection: SQLConnection, @unchecked Sendable {
    // Sendable because ConnectionPool lends a connection to one caller at a time and takes it back under a lock.
    enum Mode: Sendable {
        case readOnly
        /// Read-only, without locks and side files: only for a file without side files that no process can be writing.
        case immutable
        /// Read-only, and without a write to the memory that connections share: for the files of others.
        case looking
        case readWrite
        case create
        case memory
    }

    /// Only `reopen` replaces the handle.
    private(set) var handle: OpaquePointer
    /// The user's path of the store's file.
    let path: String
    /// The path that is opened: the store's file, or a private copy of it.
    private let file: String
    /// The owner of the private copy, kept so that the copy stays.
    private let kept: AnyObject?
    let mode: Mode
    let lockWait: LockWait
    let deadline = RunDeadline()
    /// The rows that triggers of derived attributes have written, as reported by their function calls.
    let affectedRows = AffectedRows()
    /// The time that triggers see.
    let clock = TransactionClock()
    /// The error of a registered function while a statement ran.
    let functionErrors = FunctionErrors()
    /// Whether triggers may run.
    private(set) var allowsTriggers = false
    /// Reviews the schema, on the connection that writes.
    var schemaReview: (any SchemaReview)?
    private var writesSpatialIndexes = false
    private var countsWALPages = false
    /// Whether the switches are not set yet, because an error came first.
    private var lacksPreparation = false
    /// Reads values that may lie in files; nil when no rows are read.
    var externalValueSource: (any ExternalValueSource)?
    /// Removes files that a commit makes obsolete, on the connection that writes.
    ///
    /// A read view may need them longer.
    var obsoleteFiles: (any ObsoleteFiles)?
    /// Notices other engines' commits, on the connection that writes.
    var watch: CommitWatch?
    /// The data version that `watch` saw last, on the connection that writes.
    var seenVersion: Int64?
    /// Whether commits may have been missed.
    private(set) var wasReopened = false
    /// The file version that `watch` saw last, on any connection.
    var seenFileVersion: UInt32?
    /// The last file version at which the file still held the store.
    var examinedFileVersion: UInt32?
    /// Pages in the WAL after the last commit.
    let walSize = WALSize()
    /// Counts the statements, in tests.
    private let recorder: StatementRecorder?
    private var statements = BoundedCache<String, SQLiteStatement>(capacity: 200)

    /// The snapshot that one read keeps for the next.
    var snapshot = KeptSnapshot()
    /// Whether one read transaction lasts as long as the connection.
    private(set) var isPinned = false
    /// Hears of values that cannot be read, which are null then; nil where such a value ends the read.
    var onUnreadable: ((any Error) -> Void)?

    /// Settings of this connection besides the switches for all connections; applied again after `reopen`.
    private let configure: (SQLiteConnection) throws -> Void

    init(
        path: String, file: String? = nil, keeping kept: AnyObject? = nil, mode: Mode, timeout: TimeInterval,
        configure: @escaping (SQLiteConnection) throws -> Void = { _ in }
    ) throws {
        self.path = path
        self.file = file ?? path
        self.kept = kept
        self.mode = mode
        self.configure = configure
        lockWait = LockWait(timeout: timeout)
        recorder = StatementRecorder.existing(path)
        handle = try Self.open(path, self.file, mode)
        try prepare()
    }

    /// Begins a read transaction that lasts as long as the connection: all reads see one state.
    ///
    /// Later transactions that only read are part of it.
    func pin() throws {
        try beginReading()
        // A transaction's state is that at its first read.
        try readOnce()
        isPinned = true
    }

    /// Whether the connection reads without locks.
    var isImmutable: Bool { mode == .immutable }

    private static func open(_ path: String, _ file: String, _ mode: Mode) throws -> OpaquePointer {
        // SQLite opens the side files with the first statement.
        if mode != .memory, mode != .immutable {
            try SideFiles(beside: path, at: file).review(mayWrite: mode != .readOnly && mode != .looking)
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name(file, mode), &opened, flags(mode), nil)
        guard code == SQLITE_OK, let opened else {
            let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw StoreError.cannotOpen(path: path, code: code, reason: reason)
        }
        return opened
    }

    private func prepare() throws {
        lacksPreparation = false
        do {
            try tellSwitches()
        } catch {
            lacksPreparation = true
            throw error
        }
    }

    private func tellSwitches() throws {
        sqlite3_extended_result_codes(handle, 1)
        lockWait.install(on: handle)
        deadline.install(on: handle)
        StatementLog.install(on: handle)
        recorder?.install(on: handle)
        try harden()
        try configure(self)
        if allowsTriggers { allowTriggers(writingSpatialIndexes: writesSpatialIndexes) }
        if countsWALPages { countWALPages() }
    }

    /// Sets whether triggers may run.
    ///
    /// Triggers may run only after StoreTriggers has found that the model implies each of them, or that each belongs to one
    /// of Apple's families (TriggerReview.swift). A trigger may write an R-tree table only if SQLite trusts the schema, so
    /// the schema is trusted when there is such a table.
    func allowTriggers(_ isAllowed: Bool = true, writingSpatialIndexes: Bool) {
        allowsTriggers = isAllowed
        writesSpatialIndexes = isAllowed && writingSpatialIndexes
        set(SQLITE_DBCONFIG_ENABLE_TRIGGER, allowsTriggers)
        set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, writesSpatialIndexes)
    }

    func countWALPages() {
        countsWALPages = true
        walSize.install(on: handle)
    }

    /// Closes the file and opens it again, so that later reads come from the disk.
    ///
    /// If the switches cannot be set now, the next statement tries again.
    func reopen() throws {
        let fresh = try Self.open(path, file, mode)
        forgetStatements()
        sqlite3_close_v2(handle)
        handle = fresh
        (seenVersion, seenFileVersion, wasReopened) = (nil, nil, true)
        schemaReview?.isDue = true
        try prepare()
    }

    deinit {
        forgetStatements()
        sqlite3_close_v2(handle)
    }

    /// Lets go of what the handle must not outlive.
    private func forgetStatements() {
        snapshot = KeptSnapshot()
        statements.removeAll()
        TransactionClock.remove(from: handle)
    }

    private static func flags(_ mode: Mode) -> Int32 {
        // NOMUTEX is safe because the pool keeps a second thread off a connection.
        let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        return switch mode {
        case .readOnly: common | SQLITE_OPEN_READONLY
        case .immutable, .looking: common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        case .readWrite: common | SQLITE_OPEN_READWRITE
        case .create: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .memory: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
        }
    }

    private static func name(_ path: String, _ mode: Mode) -> String {
        if mode == .memory { return ":memory:" }
        // A relative path that starts with "file:" or ":" would mean something else to SQLite.
        let plain = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        guard mode == .immutable || mode == .looking else { return plain }
        var allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        allowed.insert(charactersIn: "/-._~")
        // The only characters without an encoding are lone surrogates, which a Swift string cannot hold.
        let encoded = plain.addingPercentEncoding(withAllowedCharacters: allowed) ?? plain
        return "file:\(encoded)?mode=ro&\(mode == .looking ? "readonly_shm" : "immutable")=1"
    }

    func prepared(_ text: String) throws -> SQLiteStatement {
        if lacksPreparation { try prepare() }
        try requireState()
        return try statements.value(for: text) { try SQLiteStatement($0, on: self) }
    }

    func statement(_ text: String) throws -> any PreparedStatement { try prepared(text) }

    func execute(_ text: String) throws {
        if lacksPreparation { try prepare() }
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, statement: text) }
    }

    func beginWriting() throws {
        try prepared("BEGIN IMMEDIATE").run()
        do {
            // No other connection can commit from here on.
            try watch?.checkBeforeWriting(self)
            try schemaReview?.repeatIfDue(self)
        } catch {
            rollback()
            throw error
        }
    }

    func beginReading() throws {
        try endSnapshot()
        guard isPinned else { return _ = try prepared("BEGIN").run() }
        try requireState()
    }

    /// Requires that a pinned connection still sees its state: some errors, such as a failing disk, end a transaction.
    private func requireState() throws {
        guard isPinned, !isInTransaction else { return }
        throw StoreError.database(
            code: SQLITE_ABORT, extendedCode: SQLITE_ABORT,
            message:
                "the state of the store that was read was lost with an earlier error: read the store again",
            statement: nil)
    }

    func commit() throws {
        let before = fileVersion
        try prepared("COMMIT").run()
        // The connection's own commit needs no check.
        if seenFileVersion == before { seenFileVersion = fileVersion }
    }

    func rollback() {
        affectedRows.removeAll()
        guard isInTransaction, !isPinned else { return }
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func limitRun(_ seconds: TimeInterval?) { deadline.set(seconds) }

    func endRuns(by cancellation: Cancellation?) { deadline.cancellation = cancellation }
}

extension SQLiteConnection {
    /// The first row of a query, read by a closure; nil when there is none.
    func first<T>(_ text: String, _ values: [SQLBinding] = [], _ read: (SQLiteStatement) throws -> T) throws
        -> T?
    {
        let statement = try prepared(text)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? read(statement) : nil
    }

    /// Makes the smallest read: SQLite opens a file with the first read, not before.
    func readOnce() throws { _ = try first("SELECT 1 FROM sqlite_master LIMIT 1") { _ in true } }

    /// All rows of a query, each read by a closure.
    func all<T>(_ text: String, _ values: [SQLBinding] = [], _ read: (SQLiteStatement) throws -> T) throws
        -> [T]
    {
        let statement = try prepared(text)
        defer { statement.reset() }
        try statement.bind(values)
        var results: [T] = []
        while try statement.step() { results.append(try read(statement)) }
        return results
    }

    func run(_ text: String, _ values: [SQLBinding] = []) throws {
        let statement = try prepared(text)
        try statement.bind(values)
        try statement.run()
    }

    /// The store error for a result code.
    func error(_ code: Int32, statement: String?) -> StoreError {
        let message = String(cString: sqlite3_errmsg(handle))
        if code == SQLITE_ERROR, let error = functionErrors.take() { return error }
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            return .busy(path: path, operation: statement ?? "commit", waited: lockWait.waited)
        case SQLITE_READONLY: return .readOnly(path: path)
        case SQLITE_CANTOPEN: return .cannotOpen(path: path, code: code, reason: message)
        case SQLITE_INTERRUPT:
            if deadline.isCancelled { return .cancelled }
            return .database(
                code: SQLITE_INTERRUPT, extendedCode: code, message: "the statement ran longer than allowed",
                statement: statement)
        default:
            return .database(
                code: code & 0xFF, extendedCode: code, message: message, statement: statement)
        }
    }
}
