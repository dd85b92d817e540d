// SPDX-License-Identifier: Apache-2.0
// The payload kind of a slot's values. A typed accessor compares it with its own kind (SlotAccessors+Kinds.swift).

import Foundation
import PerdureStore

/// The payload of a slot's values, as far as typed accessors write it.
enum SlotKind: UInt8 {
    case integer, double, string, date, data, uuid, decimal
    case toOne, toMany
    /// Transformable and composite values, which each access converts; merging and derived attributes.
    case other

    init(_ type: StoredAttributeType?) {
        self =
            switch type {
            case .integer16, .integer32, .integer64, .boolean: .integer
            case .double, .float: .double
            case .string, .uri: .string
            case .date: .date
            case .binary: .data
            case .uuid: .uuid
            case .decimal: .decimal
            default: .other
            }
    }
}
