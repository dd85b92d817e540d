// SPDX-License-Identifier: Apache-2.0
// The SQL functions that statements of a migration call. Values are converted by the same code in every store
// (PerdureStore/Migrating/AttributeConversion.swift).

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// The functions, by their names in statements.
enum MigrationFunction: String, CaseIterable {
    /// A number of another type; NULL for one that does not fit. The arguments are the value and both types.
    case converted = "perdure_converted"
    /// Bytes with the marker of values that may lie in files.
    case marked = "perdure_marked"
    /// The value for bytes with such a marker. The arguments are the bytes, the entity and the property.
    case readBack = "perdure_read_back"

    fileprivate var argumentCount: Int32 { self == .marked ? 1 : 3 }
}

/// One function of a connection.
private final class MigrationFunctionCall {
    typealias Arguments = UnsafeMutablePointer<OpaquePointer?>

    private let function: MigrationFunction
    private let files: (any ExternalValueSource)?
    private let errors: FunctionErrors

    init(_ function: MigrationFunction, _ connection: SQLiteConnection) {
        self.function = function
        files = connection.externalValueSource
        errors = connection.functionErrors
    }

    func call(_ context: OpaquePointer?, _ arguments: Arguments) {
        guard sqlite3_value_type(arguments[0]) != SQLITE_NULL else { return sqlite3_result_null(context) }
        switch function {
        case .converted: convert(context, arguments)
        case .marked:
            SQLBinding.blob(ExternalDataFolder.inline(FunctionArgument.bytes(arguments[0]))).give(to: context)
        case .readBack: readBack(context, arguments)
        }
    }

    private func convert(_ context: OpaquePointer?, _ arguments: Arguments) {
        let types = [1, 2].map { StoredAttributeType(rawValue: Int(sqlite3_value_int64(arguments[$0]))) }
        guard let from = types[0], let to = types[1],
            let conversion = AttributeConversion(from: from, to: to),
            let value = conversion.converted(Self.number(arguments[0])), let binding = SQLBinding(value)
        else { return sqlite3_result_null(context) }
        binding.give(to: context)
    }

    private func readBack(_ context: OpaquePointer?, _ arguments: Arguments) {
        do {
            let value = try files?.value(
                of: FunctionArgument.bytes(arguments[0]), entity: FunctionArgument.text(arguments[1]),
                property: FunctionArgument.text(arguments[2]))
            (value.map { SQLBinding.blob($0) } ?? .null).give(to: context)
        } catch {
            sqlite3_result_error(context, errors.noteRead(error), -1)
        }
    }

    // MARK: - Values

    private static func number(_ value: OpaquePointer?) -> StoredValue {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: .double(sqlite3_value_double(value))
        // The only text in a column of numbers.
        default: .decimal(DecimalBox(.nan))
        }
    }
}

extension SQLiteConnection {
    /// Registers the functions of migrations, which only statements of our own may call.
    func registerMigrationFunctions() throws {
        for function in MigrationFunction.allCases {
            let call = MigrationFunctionCall(function, self)
            // The registration owns the object and releases it when the connection closes.
            let code = sqlite3_create_function_v2(
                handle, function.rawValue, function.argumentCount,
                SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
                Unmanaged.passRetained(call).toOpaque(),
                { context, _, arguments in
                    guard let arguments else { return sqlite3_result_null(context) }
                    Unmanaged<MigrationFunctionCall>.fromOpaque(sqlite3_user_data(context))
                        .takeUnretainedValue().call(context, arguments)
                }, nil, nil, { Unmanaged<MigrationFunctionCall>.fromOpaque($0!).release() })
            guard code == SQLITE_OK else { throw error(code, statement: nil) }
        }
    }
}
