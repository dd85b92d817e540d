// SPDX-License-Identifier: Apache-2.0
// A cache of bytes that the functions of MergedFunctions.swift have parsed. The same column may occur in several conditions
// of a row, and the same constant in all rows.

import CSQLite
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// The cache for the functions of one connection.
///
/// The thread that runs a statement of the connection uses it.
final class MergedContents {
    private struct Known<Value> {
        let form: Int64
        let bytes: Data
        let value: Value
    }

    /// The capacity: the usual number of columns and constants in conditions.
    private static let capacity = 4
    /// The form of dictionaries, for which `MergedForm` has no number.
    private static let dictionaryForm: Int64 = -1

    private var contents: [Known<MergeContent>] = []
    private var constants: [Known<ConstantValue>] = []
    private var paths: [Known<[String]>] = []
    private var tests: [Int64: UntypedComparison] = [:]

    func test(_ number: Int64) -> UntypedComparison? {
        if let known = tests[number] { return known }
        let test = MergedTest(number: number)?.comparing
        tests[number] = test
        return test
    }

    /// A side of a comparison, parsed by its form.
    func constant(_ value: OpaquePointer?, form: OpaquePointer?) -> ConstantValue {
        if sqlite3_value_type(form) == SQLITE_TEXT { return entry(value, path: form) ?? .null }
        let number = sqlite3_value_int64(form)
        switch MergedForm(rawValue: number) {
        case .plain, nil: return Self.plain(value)
        case .date:
            guard sqlite3_value_type(value) != SQLITE_NULL else { return .null }
            return .date(Date(timeIntervalSinceReferenceDate: sqlite3_value_double(value)))
        case .uuid: return Self.uuid(value)
        case .packed:
            return known(&constants, number, value) { ConstantValue(packed: $0) ?? .null } ?? .null
        case .strings, .integers, .uuids, .uris:
            guard case .set(let elements) = content(value, form: form) else { return .set([]) }
            return elements.constant
        }
    }

    /// A set.
    func content(_ value: OpaquePointer?, form: OpaquePointer?) -> MergeContent? {
        let number = sqlite3_value_int64(form)
        guard let rule = MergedForm(rawValue: number)?.rule else { return nil }
        return known(&contents, number, value) { rule.readable(.data($0)) }
    }

    /// An entry of a dictionary.
    func entry(_ value: OpaquePointer?, path: OpaquePointer?) -> ConstantValue? {
        let content = known(&contents, Self.dictionaryForm, value) { Self.dictionary.readable(.data($0)) }
        let keys = known(&paths, 0, path) {
            String(decoding: $0, as: UTF8.self).split(separator: ".", omittingEmptySubsequences: false)
                .map(String.init)
        }
        guard let content, let keys else { return nil }
        return content.entry(at: keys)
    }

    private static let dictionary = MergeRule(.dictionary, type: .binary)

    /// The cached value of these bytes, or a new one; nil for NULL.
    private func known<Value>(
        _ list: inout [Known<Value>], _ form: Int64, _ value: OpaquePointer?, _ make: (Data) -> Value
    ) -> Value? {
        guard let bytes = Self.bytes(value) else { return nil }
        if let place = list.firstIndex(where: { $0.form == form && Self.equal($0.bytes, bytes) }) {
            return list[place].value
        }
        let data = Data(bytes)
        let made = make(data)
        if list.count == Self.capacity { list.removeFirst() }
        list.append(Known(form: form, bytes: data, value: made))
        return made
    }

    private static func equal(_ data: Data, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard data.count == bytes.count, let start = bytes.baseAddress else {
            return data.isEmpty && bytes.isEmpty
        }
        return data.withUnsafeBytes { memcmp($0.baseAddress!, start, bytes.count) == 0 }
    }

    /// The bytes of a blob or text; nil for NULL.
    ///
    /// Our stores have no numbers here; a number would give the bytes of its text.
    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
        guard sqlite3_value_type(value) != SQLITE_NULL else { return nil }
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    private static func plain(_ value: OpaquePointer?) -> ConstantValue {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: .double(sqlite3_value_double(value))
        case SQLITE_TEXT: .string(bytes(value).map { String(decoding: $0, as: UTF8.self) } ?? "")
        case SQLITE_BLOB: .data(bytes(value).map { Data($0) } ?? Data())
        default: .null
        }
    }

    private static func uuid(_ value: OpaquePointer?) -> ConstantValue {
        guard let bytes = bytes(value) else { return .null }
        guard bytes.count == 16 else { return plain(value) }
        return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    }
}
