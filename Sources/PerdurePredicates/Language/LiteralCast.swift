// SPDX-License-Identifier: Apache-2.0
// Constants that have no literal of their own are written CAST(literal, "Type"): dates, data, UUIDs, URLs,
// decimals, dictionaries, numbers without digits. Reader and writer stand side by side here.

import Foundation

/// The literal form of constants that have none of their own.
enum LiteralCast {
    /// The constant that CAST(value, "type") writes, nil if the cast is to be made when evaluating.
    static func constant(_ value: ConstantValue, type: String) -> ConstantValue? {
        switch (type, value) {
        case ("NSDate", .double(let seconds)) where !seconds.isNaN:
            .date(Date(timeIntervalSinceReferenceDate: seconds))
        case ("NSDate", .integer(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case ("NSDecimalNumber", .string(let digits)): Decimal(string: digits).map { .decimal($0) }
        case ("NSUUID", .string(let text)): UUID(uuidString: text).map { .uuid($0) }
        case ("NSURL", .string(let text)): URL(string: text).map { .url($0) }
        case ("NSData", .string(let text)): Data(base64Encoded: text).map { .data($0) }
        case ("Double", .string("inf")): .double(.infinity)
        case ("Double", .string("-inf")): .double(-.infinity)
        case ("Double", .string("nan")): .double(.nan)
        case ("NSDictionary", .array(let pairs)): dictionary(pairs)
        default: nil
        }
    }

    private static func dictionary(_ pairs: [ConstantValue]) -> ConstantValue? {
        guard pairs.count.isMultiple(of: 2) else { return nil }
        var entries: [String: ConstantValue] = [:]
        for index in stride(from: 0, to: pairs.count, by: 2) {
            guard case .string(let key) = pairs[index] else { return nil }
            entries[key] = pairs[index + 1]
        }
        return .dictionary(entries)
    }

    /// The literal and the type's name for a constant; nil for one that has a literal of its own.
    static func parts(of constant: ConstantValue) -> (literal: ConstantValue, type: String)? {
        switch constant {
        case .date(let date): (.double(date.timeIntervalSinceReferenceDate), "NSDate")
        case .decimal(let value): (.string("\(value)"), "NSDecimalNumber")
        case .uuid(let uuid): (.string(uuid.uuidString), "NSUUID")
        case .url(let url): (.string(url.absoluteString), "NSURL")
        case .data(let data): (.string(data.base64EncodedString()), "NSData")
        case .double(let value) where !value.isFinite: (.string("\(value)"), "Double")
        case .dictionary(let entries):
            (
                .array(entries.sorted { $0.key < $1.key }.flatMap { [.string($0.key), $0.value] }),
                "NSDictionary"
            )
        default: nil
        }
    }
}
