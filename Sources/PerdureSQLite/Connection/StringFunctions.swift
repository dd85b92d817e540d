// SPDX-License-Identifier: Apache-2.0
// The SQL functions and collations in translated predicates and sort terms. They are the evaluator's own (StringMatching,
// StringOrder), so a fetch and an evaluation in memory agree.

import CSQLite
import Foundation
import PerdureBase
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One function of a connection.
final class StringFunction {
    private let function: SQLFunction
    private let errors: FunctionErrors

    init(_ function: SQLFunction, errors: FunctionErrors) {
        self.function = function
        self.errors = errors
    }

    typealias Arguments = UnsafeMutablePointer<OpaquePointer?>

    func call(_ context: OpaquePointer?, _ arguments: Arguments) {
        for index in 0..<function.argumentCount where sqlite3_value_type(arguments[index]) == SQLITE_NULL {
            return sqlite3_result_null(context)
        }
        switch function {
        case .real:
            let bits = UInt64(bitPattern: sqlite3_value_int64(arguments[0]))
            sqlite3_result_double(context, Double(bitPattern: bits))
        case .bytes: bytes(context, FunctionArgument.text(arguments[0]))
        case .number: number(context, FunctionArgument.text(arguments[0]))
        case .writesUUID:
            let isWritten = writes(FunctionArgument.text(arguments[1]), FunctionArgument.bytes(arguments[0]))
            sqlite3_result_int(context, isWritten ? 1 : 0)
        case .length: sqlite3_result_int64(context, Int64(FunctionArgument.text(arguments[0]).utf16.count))
        case .characterCount: sqlite3_result_int64(context, Int64(FunctionArgument.text(arguments[0]).count))
        case .lowercase: SQLBinding.text(FunctionArgument.text(arguments[0]).lowercased()).give(to: context)
        case .uppercase: SQLBinding.text(FunctionArgument.text(arguments[0]).uppercased()).give(to: context)
        case .canonical:
            SQLBinding.text(StringMatching.canonical(FunctionArgument.text(arguments[0]))).give(to: context)
        default: compare(context, arguments)
        }
    }

    private func compare(_ context: OpaquePointer?, _ arguments: Arguments) {
        let left = FunctionArgument.text(arguments[0])
        let right = FunctionArgument.text(arguments[1])
        let options = ComparisonOptions(rawValue: UInt(truncatingIfNeeded: sqlite3_value_int64(arguments[2])))
        if function == .compare {
            let order = StringMatching.compare(left, right, options: options)
            return sqlite3_result_int(context, Int32(order.rawValue))
        }
        do {
            sqlite3_result_int(context, try isTrue(left, right, options) ? 1 : 0)
        } catch {
            sqlite3_result_error(context, errors.note(error), -1)
        }
    }

    private func isTrue(_ left: String, _ right: String, _ options: ComparisonOptions) throws -> Bool {
        switch function {
        case .contains: StringMatching.contains(left, right, options: options)
        case .beginsWith: StringMatching.beginsWith(left, right, options: options)
        case .endsWith: StringMatching.endsWith(left, right, options: options)
        case .like: StringMatching.like(left, right, options: options)
        case .matches: try StringMatching.matches(left, right, options: options)
        default: StringMatching.equal(left, right, options: options)
        }
    }

    /// The number that a text is for CAST in memory.
    private func number(_ context: OpaquePointer?, _ text: String) {
        if let whole = Int64(text) { return sqlite3_result_int64(context, whole) }
        sqlite3_result_double(context, text.leadingNumber)
    }

    /// Whether a text writes the UUID with these bytes.
    private func writes(_ text: String, _ bytes: Data) -> Bool {
        guard let uuid = UUID(uuidString: text) else { return false }
        return withUnsafeBytes(of: uuid.uuid) { bytes.elementsEqual($0) }
    }

    /// Bytes from hexadecimal digits; NULL for anything else.
    private func bytes(_ context: OpaquePointer?, _ text: String) {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else {
            return sqlite3_result_null(context)
        }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        SQLBinding.blob(Data(bytes)).give(to: context)
    }
}

/// One collation of a connection.
final class StringCollation {
    let order: StringOrder

    init(_ collation: SQLCollation) {
        order =
            switch collation {
            case .caseInsensitive: .caseInsensitive
            case .localized: .localized
            case .localizedCaseInsensitive: .localizedCaseInsensitive
            case .localizedStandard: .localizedStandard
            }
    }
}

extension SQLiteConnection {
    func registerStringFunctions() throws {
        for function in SQLFunction.allCases { try register(function, as: function.rawValue) }
        for collation in SQLCollation.allCases { try register(collation) }
    }

    /// Registers a function under a name.
    func register(_ function: SQLFunction, as name: String) throws {
        let object = StringFunction(function, errors: functionErrors)
        // The registration owns the object and releases it when the connection closes.
        let code = sqlite3_create_function_v2(
            handle, name, Int32(function.argumentCount),
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
            Unmanaged.passRetained(object).toOpaque(),
            { context, _, arguments in
                guard let arguments else { return sqlite3_result_null(context) }
                Unmanaged<StringFunction>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
                    .call(context, arguments)
            }, nil, nil, { Unmanaged<StringFunction>.fromOpaque($0!).release() })
        guard code == SQLITE_OK else { throw error(code, statement: nil) }
    }

    private func register(_ collation: SQLCollation) throws {
        let object = Unmanaged.passRetained(StringCollation(collation))
        let code = sqlite3_create_collation_v2(
            handle, collation.rawValue, SQLITE_UTF8, object.toOpaque(),
            { object, leftCount, left, rightCount, right in
                let collation = Unmanaged<StringCollation>.fromOpaque(object!).takeUnretainedValue()
                let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
                let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
                return Int32(
                    collation.order.compare(
                        String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
                    ).rawValue)
            }, { Unmanaged<StringCollation>.fromOpaque($0!).release() })
        guard code == SQLITE_OK else {
            // Unlike a function's, a collation's object stays with the caller after a failure.
            object.release()
            throw error(code, statement: nil)
        }
    }
}
