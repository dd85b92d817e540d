// SPDX-License-Identifier: Apache-2.0
// From an object's slot to a row: values of transformable attributes become bytes, what SQL has no form for nil.

import Foundation
import PerdureStore

extension SlotValue {
    /// The form that rows keep of an attribute's value.
    ///
    /// - Throws: `CoreDataException` for a value that cannot be archived, with the names of entity and property.
    func stored(_ entity: @autoclosure () -> String, _ property: @autoclosure () -> String) throws
        -> SlotValue
    {
        switch self {
        case .object(let merged as MergedValue):
            return try MergeErrors.naming(entity(), property()) {
                try merged.storedForm().stored(entity(), property())
            }
        case .object(let object):
            guard let box = object as? TransformedValue else { return .null }
            if box.value is NSNull, box.archive == nil { return .null }
            return try box.archived(entity: entity(), property: property()).map { .data($0) } ?? .null
        // SQL has no such number.
        case .double(let number), .date(let number): return number.isNaN ? .null : self
        case .composite(let leaves): return .composite(try leaves.map { try $0.stored(entity(), property()) })
        default: return self
        }
    }
}
