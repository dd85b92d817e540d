// SPDX-License-Identifier: Apache-2.0
// Transformed values as the bytes that the store has: the command knows no program's classes and transformers.

import Foundation
import Perdure
import PerdureFoundationGaps

/// Gives stored bytes as they are, and stores them so.
final class StoredBytesTransformer: ValueTransformer {
    static let name = "PerdureStoredBytes"

    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { value as? Data }
    override func reverseTransformedValue(_ value: Any?) -> Any? { value as? Data }

    /// Makes the transformer known under its name.
    static func register() {
        ValueTransformer.setValueTransformer(
            StoredBytesTransformer(), forName: NSValueTransformerName(rawValue: name))
    }
}
