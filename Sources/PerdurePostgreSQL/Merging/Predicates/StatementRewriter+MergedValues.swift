// SPDX-License-Identifier: Apache-2.0
// Parts of sets and dictionaries that merge, as values (PG-122): how many elements a set has, and entries of dictionaries, of which
// the client tells the places in an order, the numbers, or the bytes with their types.

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// A part as a value; nil for other functions.
    func mergedValue(_ name: String, _ arguments: [SQLExpression]) throws -> ServerTerm? {
        switch MergedFunction(rawValue: name) {
        case .count?:
            let count = SQLExpression.call("cardinality", [arguments[0]])
            return ServerTerm(.cast(.fallback(count, .literal(0)), "bigint"), .integer)
        case .entry?:
            guard let path = arguments[1].entryPath else { return .null }
            guard case .literal(0) = arguments[2] else {
                return try numbers(arguments[0], path, onlyNumbers: false)
            }
            return try places(arguments[0], path)
        case .packedEntry?:
            return try arguments[1].entryPath.map { try packed(arguments[0], $0) } ?? .null
        case .test?, nil: return nil
        }
    }

    /// The least or greatest entry; nil for aggregates of other values.
    func mergedExtreme(_ name: String, _ argument: SQLExpression) throws -> ServerTerm? {
        guard case .call(MergedFunction.entry.rawValue, let arguments) = argument,
            let path = arguments[1].entryPath
        else { return nil }
        return extreme(name == "MIN" ? "min" : "max", try numbers(arguments[0], path, onlyNumbers: true).flat)
    }

    /// The place of an entry among all entries in question; nothing has none.
    private func places(_ dictionary: SQLExpression, _ path: [String]) throws -> ServerTerm {
        let place = try entries("place", dictionary, path, .integers) {
            ($0.map(\.text), .integers(Self.ranks($0) { $0.value.order(relativeTo: $1.value, .literal) }))
        }
        return ServerTerm(place, .place)
    }

    /// An entry that is a number; `onlyNumbers` refuses all others, which are left out without it.
    private func numbers(_ dictionary: SQLExpression, _ path: [String], onlyNumbers: Bool) throws
        -> ServerTerm
    {
        let number = try entries(onlyNumbers ? "all numbers" : "numbers", dictionary, path, .reals) {
            let numbers = $0.map(\.value.entryNumber.number)
            guard !onlyNumbers || !numbers.contains(nil) else { throw Self.mixed(path) }
            let texts = zip($0, numbers).filter { $0.1 != nil }.map(\.0.text)
            return (texts, .reals(numbers.compactMap { $0 }))
        }
        return ServerTerm(number, .double)
    }

    private static func mixed(_ path: [String]) -> StoreError {
        .unsupported(
            UnsupportedRequest(
                "some entries \"\(path.joined(separator: "."))\" are no numbers, and a server has one type for the "
                    + "least and the greatest of them; fetch the entries and compare them in the program"))
    }

    /// The bytes of an entry with its type.
    private func packed(_ dictionary: SQLExpression, _ path: [String]) throws -> ServerTerm {
        let entry = MergedEntry.expression(dictionary, path)
        let bytes = try answeredSome(.cast(entry, "text"), "packed", .blobs, unless: nil) { texts in
            let packed = texts.map { (text: $0, bytes: try? MergedEntry.constant($0, path)?.packed()) }
                .filter { $0.bytes != nil }
            return (packed.map(\.text), .blobs(packed.compactMap(\.bytes)))
        }
        return ServerTerm(bytes, .data)
    }

    /// A column with something that the client tells of each entry; NULL where there is none.
    private func entries(
        _ name: String, _ dictionary: SQLExpression, _ path: [String], _ kind: SQLListKind,
        _ results: @escaping @Sendable ([ToldEntry]) throws -> (texts: [String], results: SQLBoundList)
    ) throws -> SQLExpression {
        let entry = MergedEntry.expression(dictionary, path)
        return try answeredSome(.cast(entry, "text"), name, kind, unless: nil) { texts in
            try results(texts.map { ToldEntry($0, path) }.filter { !$0.value.isNull })
        }
    }
}

/// An entry, and the text that tells it.
private struct ToldEntry {
    let text: String
    let value: StoredValue

    init(_ text: String, _ path: [String]) {
        self.text = text
        value = StoredValue(entry: MergedEntry.constant(text, path))
    }
}

extension MergedEntry {
    /// The entry that a text of JSON tells; nil for none.
    fileprivate static func constant(_ text: String, _ path: [String]) -> ConstantValue? {
        var reader = JSONReader(text)
        return reader.value().flatMap { constant($0, path) }
    }
}

extension StoredValue {
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
#endif
