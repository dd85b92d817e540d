// SPDX-License-Identifier: Apache-2.0
// Between the values of mergeable attributes as programs see them and their contents: numbers, `Set<AnyHashable>`,
// `[String: Any]`.

import Foundation
import PerdurePropertyList
import PerdureStore

extension MergeContent {
    /// The value as programs see it; nil for a counter or a value without one.
    func anyValue(_ coding: AttributeCoding) -> Any? {
        switch self {
        case .integer(let number): number.map { NSNumber(value: $0) }
        case .real(let number): number.map { NSNumber(value: $0) }
        case .decimal(let number): number.map { NSDecimalNumber(decimal: $0) }
        case .set(let elements): Set(elements.map(\.anyHashable))
        case .dictionary(let values): values.mapValues(\.programValue)
        case .value(let value): coding.value(value)
        }
    }
}

extension MergeElement {
    var anyHashable: AnyHashable {
        switch self {
        case .string(let text): text
        case .integer(let number): Int(number)
        case .uuid(let uuid): uuid
        // A text that no URL can be made of is better seen than lost.
        case .uri(let text): URL(string: text).map { AnyHashable($0) } ?? AnyHashable(text)
        }
    }

    /// The element that a program means; nil for one of another type.
    init?(_ value: Any, as type: MergeRule.Element) {
        switch (type, value) {
        case (.string, let text as String): self = .string(text)
        case (.integer, let number as NSNumber): self = .integer(number.int64Value)
        case (.integer, let number as any BinaryInteger):
            guard let number = Int64(exactly: number) else { return nil }
            self = .integer(number)
        case (.uuid, let uuid as UUID): self = .uuid(uuid)
        case (.uri, let url as URL): self = .uri(url.absoluteString)
        case (.uri, let id as NSManagedObjectID): self = .uri(id.uriRepresentation().absoluteString)
        default: return nil
        }
    }
}

extension PropertyListValue {
    /// The value as programs see it.
    var programValue: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let flag): flag
        case .integer(let number): Int(number)
        case .unsigned(let number): NSNumber(value: number)
        case .real(let number): number
        case .string(let text): text
        case .date(let date): date
        case .data(let data): data
        case .array(let values), .set(let values): values.map(\.programValue)
        case .dictionary(let values): values.mapValues(\.programValue)
        case .uid(let number): number
        }
    }

    /// The property-list value that a program means; nil for a value of any other kind, NSNull included.
    init?(program value: Any) {
        guard let plain = PlainValue(any: value), let plist = PropertyListValue(plain) else { return nil }
        self = plist
    }

    private init?(_ plain: PlainValue) {
        switch plain {
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
        case .real(let number): self = .real(number)
        case .string(let text): self = .string(text)
        case .data(let data): self = .data(data)
        case .date(let date): self = .date(date)
        case .array(let values):
            let list = values.compactMap { PropertyListValue($0) }
            guard list.count == values.count else { return nil }
            self = .array(list)
        case .dictionary(let pairs):
            guard let named = Self.named(pairs) else { return nil }
            self = .dictionary(named)
        case .null, .decimal, .uuid, .url, .set, .orderedSet: return nil
        }
    }

    private static func named(_ pairs: [PlainValue: PlainValue]) -> [String: PropertyListValue]? {
        var result: [String: PropertyListValue] = [:]
        for (key, value) in pairs {
            guard case .string(let name) = key, let plist = PropertyListValue(value) else { return nil }
            result[name] = plist
        }
        return result
    }
}
