// SPDX-License-Identifier: Apache-2.0
// What stands in one change of a history: columns as an array of numbers, deltas and last values as JSON objects with these numbers
// as keys. A last value is the server's own text for it, which the type of the attribute gives its meaning back; data are in
// hexadecimal digits.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Reads and writes the values of changes.
struct HistoryValues {
    let columns: HistoryColumns
    let schema: Schema

    // MARK: Updates

    /// The array of the slots' numbers as the server's text.
    func text(_ slots: [Int], of entity: Int32) -> String {
        let numbers = Set(slots.compactMap { columns.number($0, of: entity) }).sorted()
        return "{" + numbers.map(String.init).joined(separator: ",") + "}"
    }

    func slots(_ value: ServerValue?, _ entity: Int32) -> [Int] {
        guard case .array(_, let numbers)? = value else { return [] }
        return Set(
            numbers.compactMap(\.integer).compactMap {
                columns.slot(Int32(truncatingIfNeeded: $0), of: entity)
            }
        )
        .sorted()
    }

    /// The deltas as a JSON object; null when there is none.
    ///
    /// - Throws: `StoreError.invalidValue` for a delta that has no form.
    func json(_ deltas: [SlotDelta], of entity: Int32) throws -> ServerValue {
        var texts: [Int32: String] = [:]
        for delta in deltas {
            guard let number = columns.number(delta.slot, of: entity) else { continue }
            texts[number] = try delta.encoded().base64EncodedString()
        }
        guard !texts.isEmpty else { return .null(.jsonb) }
        let entries = texts.sorted { $0.key < $1.key }.map { "\"\($0)\":\"\($1)\"" }
        return .jsonb("{" + entries.joined(separator: ",") + "}")
    }

    func deltas(_ value: ServerValue?, _ entity: Int32) throws -> [SlotDelta] {
        try texts(value).compactMap { number, text in
            guard let slot = columns.slot(number, of: entity) else { return nil }
            guard let data = Data(base64Encoded: text) else { throw unreadable(slot, entity) }
            do { return try SlotDelta(slot: slot, encoded: data) } catch { throw unreadable(slot, entity) }
        }.sorted { $0.slot < $1.slot }
    }

    private func unreadable(_ slot: Int, _ entity: Int32) -> StoreError {
        .invalidValue(
            entity: schema[entity].name, property: schema[entity].properties[slot].name,
            reason: "its change in the history cannot be read; delete this part of the history")
    }

    // MARK: Deletions

    /// The expression for the last values of a row of a hierarchy, or nil when nothing is kept.
    func expression(below root: Int32) -> String? {
        let kept = columns.preserved(below: root)
        guard !kept.isEmpty else { return nil }
        let numbers = kept.map { "'\($0.number)'" }.joined(separator: ", ")
        let texts = kept.map { preserved -> String in
            let name = "t." + ServerName.quoted(preserved.column.name)
            return preserved.column.columnType == .bytea ? "encode(\(name), 'hex')" : "\(name)::text"
        }
        return
            "jsonb_strip_nulls(jsonb_object(ARRAY[\(numbers)], ARRAY[\(texts.joined(separator: ", "))]::text[]))"
    }

    func tombstone(_ value: ServerValue?, _ entity: Int32) throws -> [SlotChange] {
        let texts = Dictionary(try texts(value), uniquingKeysWith: { first, _ in first })
        return columns.preserved(entity).map { slot, kept in
            let text = kept.flatMap { texts[$0.number] }
            return SlotChange(
                slot: slot, value: text.flatMap { Self.value($0, kept?.column.type ?? .undefined) } ?? .null)
        }
    }

    /// The value of a text; nil when it does not fit the attribute.
    private static func value(_ text: String, _ type: StoredAttributeType) -> StoredValue? {
        switch type {
        case .integer64: Int64(text).map { .integer($0) } ?? number(text, type)
        case .integer16, .integer32, .boolean, .float: number(text, type)
        case .double: real(text).map { .double($0) } ?? number(text, type)
        case .date: real(text).map { .date($0) }
        case .decimal:
            Decimal(string: text, locale: nil).map { .decimal(DecimalBox($0)) } ?? number(text, type)
        case .string, .uri: .string(text)
        case .uuid: UUID(uuidString: text).map { .uuid($0) }
        case .binary, .transformable: data(text).map { .data($0) }
        default: nil
        }
    }

    /// A number, whose type may have been another one when it was written; nil for one that does not fit.
    private static func number(_ text: String, _ type: StoredAttributeType) -> StoredValue? {
        let former: (type: StoredAttributeType, value: StoredValue)
        if text == "true" || text == "false" {
            former = (.boolean, .integer(text == "true" ? 1 : 0))
        } else if let whole = Int64(text) {
            former = (.integer64, .integer(whole))
        } else if let real = real(text) {
            former = (.double, .double(real))
        } else {
            return nil
        }
        guard former.type != type else { return former.value }
        return AttributeConversion(from: former.type, to: type)?.converted(former.value)
    }

    private static func real(_ text: String) -> Double? {
        switch text {
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: Double(text)
        }
    }

    private static func data(_ text: String) -> Data? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var data = Data(capacity: digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
            else {
                return nil
            }
            data.append(byte)
        }
        return data
    }

    // MARK: JSON

    /// The entries of an object of texts; none for what somebody else has written.
    private func texts(_ value: ServerValue?) throws -> [(Int32, String)] {
        guard case .jsonb(let json)? = value,
            let object = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))
        else { return [] }
        return object.compactMap { key, text in Int32(key).map { ($0, text) } }
    }
}
#endif
