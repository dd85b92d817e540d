// SPDX-License-Identifier: Apache-2.0
// The SQL functions that read sets and dictionaries that merge (PerdureSQL's MergedFunction), registered on each connection.
// No Swift error passes through SQLite: errors are kept, as in StringFunctions.swift.

import CSQLite
import Foundation
import PerdureBase
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One function of a connection.
final class MergedFunctionCall {
    private let function: MergedFunction
    private let contents: MergedContents
    private let errors: FunctionErrors

    init(_ function: MergedFunction, _ contents: MergedContents, errors: FunctionErrors) {
        self.function = function
        self.contents = contents
        self.errors = errors
    }

    typealias Arguments = UnsafeMutablePointer<OpaquePointer?>

    func call(_ context: OpaquePointer?, _ arguments: Arguments) {
        switch function {
        case .test: test(context, arguments)
        case .count:
            let content = contents.content(arguments[0], form: arguments[1])
            sqlite3_result_int64(context, Int64(content?.partCount ?? 0))
        case .entry:
            let value = StoredValue(entry: contents.entry(arguments[0], path: arguments[1]))
            let onlyNumbers = sqlite3_value_int(arguments[2]) != 0
            Self.result(context, onlyNumbers ? value.entryNumber : value)
        case .packedEntry:
            let packed = contents.entry(arguments[0], path: arguments[1]).flatMap { try? $0.packed() }
            Self.result(context, packed.map { .data($0) } ?? .null)
        }
    }

    private func test(_ context: OpaquePointer?, _ arguments: Arguments) {
        guard let test = contents.test(sqlite3_value_int64(arguments[4])) else {
            return sqlite3_result_null(context)
        }
        do {
            let left = contents.constant(arguments[0], form: arguments[1])
            let right = contents.constant(arguments[2], form: arguments[3])
            guard let truth = try test.truth(left, right) else { return sqlite3_result_null(context) }
            sqlite3_result_int(context, truth ? 1 : 0)
        } catch {
            sqlite3_result_error(context, errors.note(error), -1)
        }
    }

    private static func result(_ context: OpaquePointer?, _ value: StoredValue) {
        switch value {
        case .integer, .double, .string, .data: (SQLBinding(value) ?? .null).give(to: context)
        default: sqlite3_result_null(context)
        }
    }
}

extension SQLiteConnection {
    func registerMergedFunctions() throws {
        let contents = MergedContents()
        for function in MergedFunction.allCases {
            try register(function, MergedFunctionCall(function, contents, errors: functionErrors))
        }
    }

    private func register(_ function: MergedFunction, _ call: MergedFunctionCall) throws {
        // The registration owns the object and releases it when the connection closes.
        let code = sqlite3_create_function_v2(
            handle, function.rawValue, Int32(function.argumentCount),
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
            Unmanaged.passRetained(call).toOpaque(),
            { context, _, arguments in
                guard let arguments else { return sqlite3_result_null(context) }
                Unmanaged<MergedFunctionCall>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
                    .call(context, arguments)
            }, nil, nil, { Unmanaged<MergedFunctionCall>.fromOpaque($0!).release() })
        guard code == SQLITE_OK else { throw error(code, statement: nil) }
    }
}
