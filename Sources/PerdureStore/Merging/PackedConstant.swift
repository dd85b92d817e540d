// SPDX-License-Identifier: Apache-2.0
// Constants of any kind as bytes, for lists and entries of dictionaries: databases have no values for those. The bytes are a
// binary property list in which each value stands behind its kind.

import Foundation
import PerdurePredicates
import PerdurePropertyList

extension ConstantValue {
    /// The bytes of a constant.
    ///
    /// - Throws: `StoreError.unsupported` for an object.
    package func packed() throws -> Data {
        do { return try BinaryPropertyList.write(.array([plist()])) } catch let error as StoreError {
            throw error
        } catch { throw StoreError.unsupported(UnsupportedRequest("\(error)")) }
    }

    /// Reads the bytes of a constant; nil for other bytes.
    package init?(packed data: Data) {
        guard let list = (try? BinaryPropertyList.read(data))?.arrayValue, list.count == 1,
            let value = Self.constant(list[0])
        else { return nil }
        self = value
    }

    private enum Kind: String {
        case null, boolean, integer, double, decimal, string, date, data, uuid, url, array, set, dictionary
    }

    private func plist() throws -> PropertyListValue {
        switch self {
        case .null: .array([.string(Kind.null.rawValue)])
        case .boolean(let flag): Self.pair(.boolean, .boolean(flag))
        case .integer(let number): Self.pair(.integer, .integer(number))
        case .double(let number): Self.pair(.double, .real(number))
        case .decimal(let number): Self.pair(.decimal, .string("\(number)"))
        case .string(let text): Self.pair(.string, .string(text))
        case .date(let date): Self.pair(.date, .date(date))
        case .data(let data): Self.pair(.data, .data(data))
        case .uuid(let uuid): Self.pair(.uuid, .string(uuid.uuidString))
        case .url(let url): Self.pair(.url, .string(url.absoluteString))
        case .array(let values): Self.pair(.array, .array(try values.map { try $0.plist() }))
        case .set(let values): Self.pair(.set, .array(try values.map { try $0.plist() }))
        case .dictionary(let values):
            Self.pair(.dictionary, .dictionary(try values.mapValues { try $0.plist() }))
        case .reference, .object:
            throw StoreError.unsupported(
                UnsupportedRequest(
                    "an object cannot be compared with elements of a set or entries of a dictionary; compare its URI"
                ))
        }
    }

    private static func pair(_ kind: Kind, _ value: PropertyListValue) -> PropertyListValue {
        .array([.string(kind.rawValue), value])
    }

    private static func constant(_ plist: PropertyListValue) -> ConstantValue? {
        guard let pair = plist.arrayValue, let kind = pair.first?.stringValue.flatMap(Kind.init) else {
            return nil
        }
        if kind == .null { return .null }
        guard pair.count == 2 else { return nil }
        return constant(kind, pair[1])
    }

    private static func constant(_ kind: Kind, _ value: PropertyListValue) -> ConstantValue? {
        switch kind {
        case .decimal: value.stringValue.flatMap { Decimal(string: $0) }.map { .decimal($0) }
        case .uuid: value.stringValue.flatMap { UUID(uuidString: $0) }.map { .uuid($0) }
        case .url: value.stringValue.flatMap { URL(string: $0) }.map { .url($0) }
        case .array: value.arrayValue.map { .array($0.compactMap(constant)) }
        case .set: value.arrayValue.map { .set(Set($0.compactMap(constant))) }
        case .dictionary: value.dictionaryValue.map { .dictionary($0.compactMapValues(constant)) }
        default: ConstantValue(value)
        }
    }
}
