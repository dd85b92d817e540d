// SPDX-License-Identifier: Apache-2.0
// From constants to values of any type, as users and blocks see them. Numbers are NSNumber, so that
// casts to every Swift number type work as they do on Apple's systems.

import Foundation

extension ConstantValue {
    /// The constant as a plain value, nil for null.
    ///
    /// Numbers and booleans are NSNumber, decimals NSDecimalNumber, lists `[Any]` with NSNull for nil, sets
    /// NSSet, dictionaries `[String: Any]`, references StoredReference, objects themselves.
    package var anyValue: Any? {
        switch self {
        case .null: nil
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .uuid(let value): value
        case .url(let value): value
        case .array(let elements): elements.map { $0.anyValue ?? NSNull() }
        case .set(let elements): NSSet(array: elements.map { $0.anyValue ?? NSNull() })
        case .dictionary(let entries): entries.mapValues { $0.anyValue ?? NSNull() }
        case .reference(let reference): reference
        case .object(let box): box.object
        }
    }
}
