// SPDX-License-Identifier: Apache-2.0
// Converts property lists between stored values and programs' values, for store metadata and for merging attributes.

import Foundation
import PerdurePredicates
import PerdurePropertyList

extension PropertyListValue {
    /// The value as programs see it; nil for null and UIDs, which no program can set; collections leave them out.
    package var object: Any? {
        switch self {
        case .null, .uid: nil
        case .boolean(let flag): flag
        case .integer(let number): Int(number)
        case .unsigned(let number): NSNumber(value: number)
        case .real(let number): number
        case .string(let text): text
        case .date(let date): date
        case .data(let data): data
        case .array(let values), .set(let values): values.compactMap(\.object)
        case .dictionary(let values): values.compactMapValues(\.object)
        }
    }

    /// The value as programs see it, with NSNull for nil.
    package var programValue: Any { object ?? NSNull() }

    /// How strictly a program's value is read.
    package enum Reading {
        /// Refuses values that would come back as another kind.
        case exact
        /// Sets become arrays and decimals floating-point numbers.
        case lenient
    }

    /// The property-list value of a program's value; nil for any other kind of value, NSNull included.
    package init?(program value: Any, _ reading: Reading = .exact) {
        guard let plain = PlainValue(any: value), let plist = PropertyListValue(plain, reading) else {
            return nil
        }
        self = plist
    }

    private init?(_ plain: PlainValue, _ reading: Reading) {
        switch plain {
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
        case .real(let number): self = .real(number)
        case .string(let text): self = .string(text)
        case .data(let data): self = .data(data)
        case .date(let date): self = .date(date)
        case .decimal(let number) where reading == .lenient:
            self = .real(Double(truncating: number as NSNumber))
        case .set(let values) where reading == .lenient: self.init(list: Array(values), reading)
        case .array(let values): self.init(list: values, reading)
        case .dictionary(let pairs): self.init(pairs, reading)
        case .null, .decimal, .uuid, .url, .set, .orderedSet: return nil
        }
    }

    private init?(list: [PlainValue], _ reading: Reading) {
        let values = list.compactMap { PropertyListValue($0, reading) }
        guard values.count == list.count else { return nil }
        self = .array(values)
    }

    private init?(_ pairs: [PlainValue: PlainValue], _ reading: Reading) {
        var named: [String: PropertyListValue] = [:]
        for (key, value) in pairs {
            guard case .string(let name) = key, let plist = PropertyListValue(value, reading) else {
                return nil
            }
            named[name] = plist
        }
        self = .dictionary(named)
    }
}
