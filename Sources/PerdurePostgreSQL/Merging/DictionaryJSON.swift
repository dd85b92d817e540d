// SPDX-License-Identifier: Apache-2.0
// Dictionaries that merge, as JSON (PG-38): what JSON has stands as it is, everything else as an object with one tag. JSONReader.swift
// takes texts apart.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList

/// Writes property lists as JSON, and reads them.
enum DictionaryJSON {
    /// The text of a value.
    static func text(_ value: PropertyListValue) -> String {
        switch value {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .real(let number): fraction(number)
        case .string(let text): string(text)
        case .date(let date): tagged("$date", seconds(date.timeIntervalSinceReferenceDate))
        case .data(let data): tagged("$data", quoted(data.base64EncodedString()))
        case .array(let values): "[\(values.map(text).joined(separator: ","))]"
        case .set(let values): tagged("$set", "[\(values.map(text).joined(separator: ","))]")
        case .dictionary(let values): dictionary(values)
        case .uid(let number): tagged("$uid", "\(number)")
        }
    }

    private static func tagged(_ tag: String, _ value: String) -> String { "{\"\(tag)\":\(value)}" }

    /// A fraction stands as it is; other doubles would come back as whole numbers, or have no form.
    private static func fraction(_ number: Double) -> String {
        number.isFinite && number != number.rounded(.towardZero)
            ? "\(number)" : tagged("$double", quoted("\(number)"))
    }

    private static func seconds(_ number: Double) -> String {
        number.isFinite && !(number == 0 && number.sign == .minus) ? "\(number)" : quoted("\(number)")
    }

    /// A text; the server has no form for U+0000.
    private static func string(_ text: String) -> String {
        text.utf8.contains(0) ? tagged("$text", quoted(Data(text.utf8).base64EncodedString())) : quoted(text)
    }

    private static func dictionary(_ values: [String: PropertyListValue]) -> String {
        let pairs = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        if values.keys.contains(where: { $0.utf8.first == UInt8(ascii: "$") || $0.utf8.contains(0) }) {
            let list = pairs.map { "[\(string($0.key)),\(text($0.value))]" }
            return tagged("$dictionary", "[\(list.joined(separator: ","))]")
        }
        return "{\(pairs.map { "\(quoted($0.key)):\(text($0.value))" }.joined(separator: ","))}"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted.append(contentsOf: ["\\", scalar])
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
                        .unicodeScalars)
            default: quoted.append(scalar)
            }
        }
        quoted.append("\"")
        return String(quoted)
    }

    // MARK: Reading

    /// The entries of a dictionary's text; nil for what is none.
    static func dictionary(_ text: String) -> [String: PropertyListValue]? {
        var reader = JSONReader(text)
        return reader.value().flatMap(plain)?.dictionaryValue
    }

    /// A value without tags; nil for a tag that nobody knows.
    private static func plain(_ value: JSONValue) -> PropertyListValue? {
        switch value {
        case .plain(let value): return value
        case .list(let values): return list(values).map { .array($0) }
        case .object(let entries):
            if entries.count == 1, entries[0].key.utf8.first == UInt8(ascii: "$") {
                return untagged(entries[0].key, entries[0].value)
            }
            return dictionary(entries)
        }
    }

    private static func list(_ values: [JSONValue]) -> [PropertyListValue]? {
        let all = values.compactMap(plain)
        return all.count == values.count ? all : nil
    }

    private static func dictionary(_ entries: [JSONEntry]) -> PropertyListValue? {
        var all: [String: PropertyListValue] = [:]
        for entry in entries {
            guard let value = plain(entry.value) else { return nil }
            all[entry.key] = value
        }
        return .dictionary(all)
    }

    private static func untagged(_ tag: String, _ value: JSONValue) -> PropertyListValue? {
        switch (tag, value) {
        case ("$double", .plain(.string(let text))): Double(text).map { .real($0) }
        case ("$date", .plain(let seconds)):
            (seconds.realValue ?? seconds.stringValue.flatMap(Double.init))
                .map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case ("$data", .plain(.string(let text))): Data(base64Encoded: text).map { .data($0) }
        case ("$text", .plain(.string(let text))):
            Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }.map { .string($0) }
        case ("$uuid", .plain(.string(let text))), ("$url", .plain(.string(let text))): .string(text)
        case ("$set", .list(let values)): list(values).map { .set($0) }
        case ("$uid", .plain(.integer(let number))): .uid(Int(number))
        case ("$dictionary", .list(let pairs)): dictionary(pairs.map(pair))
        default: nil
        }
    }

    /// A key and its value; a list of another form becomes a pair that nobody can read.
    private static func pair(_ value: JSONValue) -> JSONEntry {
        guard case .list(let parts) = value, parts.count == 2, let key = plain(parts[0])?.stringValue else {
            return JSONEntry(key: "", value: .object([JSONEntry(key: "$", value: value)]))
        }
        return JSONEntry(key: key, value: parts[1])
    }
}

extension ServerValue {
    /// The JSON of a dictionary; null for an empty one, nil for what is no dictionary.
    init?(dictionary data: Data) {
        guard let content = try? PropertyList.read(data), let values = content.dictionaryValue else {
            return nil
        }
        self = values.isEmpty ? .null(.jsonb) : .jsonb(DictionaryJSON.text(content))
    }
}
#endif
