// SPDX-License-Identifier: Apache-2.0
// One connection to a SQLite file. Its switches and limits are in SQLiteConnection+Hardening.swift,
// its statements in SQLiteStatement.swift, what it registers in AppleFunctions.swift.

import CSQLite
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One connection to a SQLite file.
///
/// Used by one thread at a time; a pool lends it.
final class SQLiteConnection: SQLConnection, @unchecked Sendable {
    // Sendable because ConnectionPool lends a connection to one caller at a time and takes it back under a lock.
    enum Mode: Sendable {
        case readOnly
        /// Read-only, without locks and side files: only for a file that nobody can be writing, with nothing beside it.
        case immutable
        case readWrite
        case create
        case memory
    }

    /// Replaced by `reopen` only.
    private(set) var handle: OpaquePointer
    /// The store's file, as users know it.
    let path: String
    /// What is opened: the same, or a private copy of it.
    private let file: String
    /// What the file needs to be there.
    private let kept: AnyObject?
    let mode: Mode
    let lockWait: LockWait
    let deadline = RunDeadline()
    /// Rows that triggers of derived attributes have written, as told by their function calls.
    let affectedRows = AffectedRows()
    /// What time it is for them.
    let clock = TransactionClock()
    /// What a function of ours threw while a statement ran.
    let functionErrors = FunctionErrors()
    /// Whether triggers may run.
    private(set) var allowsTriggers = false
    /// Looks at the triggers, of the connection that writes.
    var triggerReview: TriggerReview?
    private var writesSpatialIndexes = false
    private var countsWALPages = false
    /// Whether the switches are still to be set: a fault may have come in between.
    private var lacksPreparation = false
    /// Finds values that may lie apart from their rows; nil where no rows are read.
    var valuesApart: (any ValuesApart)?
    /// What still reads former states, of the connection that writes: it may need files that a commit gives up.
    var snapshots: OpenSnapshots?
    /// Notices the commits of others, of the connection that writes.
    var watch: CommitWatch?
    /// What `watch` saw last, of the connection that writes.
    var seenVersion: Int64?
    /// Whether commits may have been missed.
    private(set) var wasReopened = false
    /// What `watch` saw last of any connection.
    var seenFileVersion: UInt32?
    /// Up to which change it is known that the file still holds the store.
    var examinedFileVersion: UInt32?
    /// Pages in the WAL after the last commit.
    let walSize = WALSize()
    /// Who counts the statements, in tests.
    private let recorder: StatementRecorder?
    private var statements = BoundedCache<String, SQLiteStatement>(capacity: 200)

    /// What a connection is told besides the switches that all have; told again after `reopen`.
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

    /// Whether it reads without locks.
    var isImmutable: Bool { mode == .immutable }

    private static func open(_ path: String, _ file: String, _ mode: Mode) throws -> OpaquePointer {
        // SQLite touches what lies beside a file with the first statement.
        if mode != .memory, mode != .immutable {
            try SideFiles(beside: path, at: file).review(mayWrite: mode != .readOnly)
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

    /// Lets triggers run.
    ///
    /// Only after StoreTriggers has found that the model implies each of them or that it is of one of Apple's families
    /// (TriggerReview.swift).
    /// SQLite does not let a trigger write an R-tree table unless it trusts the schema; so it does where there is one.
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

    /// Closes the file and opens it again: what is read then comes from the disk.
    ///
    /// When the switches cannot be set now, the next statement tries again.
    func reopen() throws {
        let fresh = try Self.open(path, file, mode)
        statements.removeAll()
        TransactionClock.remove(from: handle)
        sqlite3_close_v2(handle)
        handle = fresh
        (seenVersion, seenFileVersion, wasReopened) = (nil, nil, true)
        triggerReview?.isDue = true
        try prepare()
    }

    deinit {
        statements.removeAll()
        TransactionClock.remove(from: handle)
        sqlite3_close_v2(handle)
    }

    private static func flags(_ mode: Mode) -> Int32 {
        // NOMUTEX: the pool already keeps two threads off one connection.
        let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        return switch mode {
        case .readOnly: common | SQLITE_OPEN_READONLY
        case .immutable: common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        case .readWrite: common | SQLITE_OPEN_READWRITE
        case .create: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .memory: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
        }
    }

    private static func name(_ path: String, _ mode: Mode) -> String {
        if mode == .memory { return ":memory:" }
        // A relative path that starts with "file:" or ":" would mean something else to SQLite.
        let plain = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        guard mode == .immutable else { return plain }
        var allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        allowed.insert(charactersIn: "/-._~")
        // The only characters without an encoding are lone surrogates, which a Swift string cannot hold.
        let encoded = plain.addingPercentEncoding(withAllowedCharacters: allowed) ?? plain
        return "file:\(encoded)?mode=ro&immutable=1"
    }

    func prepared(_ text: String) throws -> SQLiteStatement {
        if lacksPreparation { try prepare() }
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
            // Nobody else can commit from here on.
            try watch?.lookBeforeWriting(self)
            try triggerReview?.repeatIfDue(self)
        } catch {
            rollback()
            throw error
        }
    }

    func beginReading() throws { try prepared("BEGIN").run() }

    func commit() throws {
        let before = fileVersion
        try prepared("COMMIT").run()
        // What this connection commits itself is nothing to look at.
        if seenFileVersion == before { seenFileVersion = fileVersion }
    }

    func rollback() {
        affectedRows.removeAll()
        guard isInTransaction else { return }
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

    /// Reads the smallest thing there is: SQLite looks at a file with the first read, not when it is opened.
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

    /// What a result code means to a store.
    func error(_ code: Int32, statement: String?) -> StoreError {
        let message = String(cString: sqlite3_errmsg(handle))
        if code == SQLITE_ERROR, let reason = functionErrors.last {
            functionErrors.last = nil
            return .unsupported(UnsupportedRequest(reason))
        }
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
