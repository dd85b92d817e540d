// SPDX-License-Identifier: Apache-2.0
// The sides of a comparison with a part of a set or dictionary (PG-122): what the server tells of a column, and how the client reads it.

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// One side of a comparison.
enum MergedSide: Sendable {
    case constant(ConstantValue)
    /// What the server tells, as JSON, and how the client reads it.
    case asked(SQLExpression, MergedReading)

    /// What the server must tell.
    var question: SQLExpression? {
        if case .asked(let expression, _) = self { return expression }
        return nil
    }
}

/// How the client reads a side that the server tells.
enum MergedReading: Sendable {
    /// A set, from an array of its elements.
    case set(SQLColumnType, MergeRule)
    /// An entry of a dictionary, from `MergedEntry`.
    case entry([String])
    /// A plain value, from its text.
    case value(ServerKind, MergedForm)

    /// The value; what nobody can read counts as nothing, as in every store.
    func constant(_ told: JSONValue) -> ConstantValue {
        switch self {
        case .set(let column, let rule): Self.set(told, column, rule)
        case .entry(let path): MergedEntry.constant(told, path) ?? .null
        case .value(let kind, let form):
            if case .plain(.string(let text)) = told { Self.value(text, kind, form) } else { .null }
        }
    }

    private static func set(_ told: JSONValue, _ column: SQLColumnType, _ rule: MergeRule) -> ConstantValue {
        guard case .list(let all) = told else { return .set([]) }
        let elements = all.compactMap { element -> ServerValue? in
            guard case .plain(let value) = element else { return nil }
            return ServerValue(element: value, column.serverType)
        }
        let stored = StoredValue(mergeable: .array(column.serverType, elements)) ?? .null
        guard case .set(let content) = rule.readable(stored) else { return .set([]) }
        return content.constant
    }

    private static func value(_ text: String, _ kind: ServerKind, _ form: MergedForm) -> ConstantValue {
        if form == .date {
            return Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
        }
        return switch kind {
        case .boolean: .integer(text == "true" ? 1 : 0)
        case .narrow, .integer, .place: Int64(text).map { .integer($0) } ?? .null
        case .double: Double(text).map { .double($0) } ?? .null
        case .decimal: Decimal(string: text).map { .decimal($0) } ?? .null
        case .uuid: UUID(uuidString: text).map { .uuid($0) } ?? .null
        case .data: Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) } ?? .null
        case .text, .null: .string(text)
        }
    }
}

/// An entry of a dictionary as the server tells it: `[0, the entry's text]`, or `[1, the dictionary's text]` where tags may hide it (PG-38).
enum MergedEntry {
    /// What the server tells of an entry.
    static func expression(_ dictionary: SQLExpression, _ path: [String]) -> SQLExpression {
        let whole = SQLExpression.call("jsonb_build_array", [.literal(1), text(dictionary)])
        guard let entry = plain(dictionary, path) else { return whole }
        return .choice(
            hasTags(dictionary), then: whole,
            otherwise: .call("jsonb_build_array", [.literal(0), text(entry)]))
    }

    /// The keys of a path in its text.
    static func path(_ text: String) -> [String] {
        text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether no key of a path looks like a tag.
    static func isPlain(_ path: [String]) -> Bool { !path.contains { $0.hasPrefix("$") } }

    /// How each tag begins in the text of a dictionary.
    static let tag = "\"$"

    /// The entry of a dictionary without tags; nil for a path with keys like tags.
    static func plain(_ dictionary: SQLExpression, _ path: [String]) -> SQLExpression? {
        guard isPlain(path) else { return nil }
        return path.reduce(dictionary) { .call("jsonb_object_field", [$0, .value(.text($1))]) }
    }

    /// Whether a dictionary may have tags; never unknown.
    static func hasTags(_ dictionary: SQLExpression) -> SQLExpression {
        let place = SQLExpression.call("strpos", [text(dictionary), .value(.text(tag))])
        return .binary(.fallback(place, .literal(0)), .greater, .literal(0))
    }

    private static func text(_ json: SQLExpression) -> SQLExpression { .cast(json, "text") }

    /// The entry that was told; nil for none.
    static func constant(_ told: JSONValue, _ path: [String]) -> ConstantValue? {
        guard case .list(let parts) = told, parts.count == 2, case .plain(.integer(let form)) = parts[0],
            case .plain(.string(let text)) = parts[1]
        else { return nil }
        let isWhole = form == 1
        let content = rule.readable(
            StoredValue(mergeable: .jsonb(isWhole ? text : "{\"entry\":\(text)}")) ?? .null)
        return content.entry(at: isWhole ? path : ["entry"])
    }

    private static let rule = MergeRule(.dictionary, type: .binary)
}

extension SQLExpression {
    /// The path to an entry that a form names.
    var entryPath: [String]? {
        guard case .value(.text(let path)) = self else { return nil }
        return MergedEntry.path(path)
    }
}
#endif
