// SPDX-License-Identifier: Apache-2.0
// A statement with its values, as the shared SQL engine uses statements. The result comes whole with the first step.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// A statement on a session.
final class ServerStatement: PreparedStatement {
    private let text: String
    private let isPrepared: Bool
    let session: ServerSession
    private var parameters: [ServerValue] = []
    private(set) var result: ServerResult?
    /// The current row.
    private(set) var row = -1

    init(_ text: String, _ session: ServerSession, isPrepared: Bool = true) {
        self.text = text
        self.isPrepared = isPrepared
        self.session = session
    }

    // MARK: Values

    private func set(_ value: ServerValue, _ index: Int) {
        while parameters.count < index - 1 { parameters.append(.null(.unknown)) }
        if parameters.count < index { parameters.append(value) } else { parameters[index - 1] = value }
    }

    func bindNull(at index: Int) { set(.null(.unknown), index) }
    func bind(_ value: Int64, at index: Int) { set(.int8(value), index) }
    func bind(_ value: Double, at index: Int) { set(.float8(value), index) }
    func bind(_ value: String, at index: Int) { set(.text(value), index) }
    func bind(_ value: Data, at index: Int) { set(.bytea(value), index) }
    func bind(_ list: SQLBoundList, at index: Int) { set(ServerValue(list), index) }
    func bind(_ value: SQLBinding, at index: Int) { set(ServerValue(value), index) }

    func bind(_ values: [SQLBinding]) {
        parameters = values.map { ServerValue($0) }
    }

    func unbind() { parameters.removeAll() }

    // MARK: Running

    func step() throws -> Bool {
        let result = try started()
        row += 1
        if row < result.rowCount { return true }
        reset()
        return false
    }

    @discardableResult
    func run() throws -> Int {
        defer { reset() }
        return try started().affectedRows ?? 0
    }

    var request: ServerRequest { ServerRequest(text, parameters, isPrepared: isPrepared) }

    /// Runs the statement unless it runs already.
    func started() throws -> ServerResult {
        if let result { return result }
        let result = try session.run(request)
        self.result = result
        row = -1
        return result
    }

    func write(_ row: Row, _ definition: WriteStatement) throws -> Int {
        for (offset, column) in definition.columns.enumerated() {
            set(try ServerValue(row, column, definition), Int(definition.firstPlaceholder) + offset)
        }
        return try run()
    }

    func reset() {
        result = nil
        row = -1
    }

    // MARK: Columns

    var columnCount: Int { result?.columnCount ?? 0 }
    func isNull(_ column: Int) -> Bool { cell(column) == nil }
    func integer(_ column: Int) -> Int64 { cell(column)?.number(session.keys) ?? 0 }
    func real(_ column: Int) -> Double { cell(column)?.real ?? 0 }

    func text(_ column: Int) -> String {
        if case .text(let text)? = cell(column) { return text }
        return ""
    }

    func blob(_ column: Int) -> Data {
        if case .bytea(let data)? = cell(column) { return data }
        return Data()
    }

    func value(_ column: Int) -> SQLBinding { cell(column)?.binding ?? .null }

    private func cell(_ column: Int) -> ServerValue? {
        // Columns of fixed statements have the types that the client knows.
        guard let result else { return nil }
        return (try? result.value(row, column)) ?? nil
    }
}
#endif
