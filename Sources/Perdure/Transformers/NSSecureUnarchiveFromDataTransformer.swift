// SPDX-License-Identifier: Apache-2.0
// The default transformer: keyed archives of plain values, opened by the bounded reader, which makes no other
// class than those (decision 21).

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// Turns the bytes of a keyed archive into the value, and a value into an archive.
///
/// Its direction is opposite to that of other transformers: `transformedValue(_:)` takes the bytes. Attributes that
/// name it, or a subclass of it, are stored with `reverseTransformedValue(_:)`.
///
/// ## Compatibility
/// Archives hold property list values, UUID, URL, NSDecimalNumber, NSNull, sets and ordered sets of them.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    open override class func transformedValueClass() -> AnyClass { NSObject.self }

    open override class func allowsReverseTransformation() -> Bool { true }

    /// The value in an archive; nil for bytes that are none, and for archives of other classes.
    open override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { try? KeyedArchive.decodePlainValue($0).anyValue }
    }

    /// The archive of a value; nil for a value of another class.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        value.flatMap { PlainValue(any: $0) }.flatMap { try? KeyedArchive.encodePlainValue($0) }
    }

    override func data(of value: Any) -> Data? { reverseTransformedValue(value) as? Data }

    override func value(of data: Data) -> Any? { transformedValue(data) }
}
