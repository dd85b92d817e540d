// SPDX-License-Identifier: Apache-2.0
// The bytes of values in checksums: equal for values that mean the same in both kinds of store. Part of StoreDigest.swift.

import Foundation
import PerdureStore

enum DigestedValue {
    /// The bytes of a property's value.
    static func bytes(_ value: StoredValue, _ property: PropertyLayout) -> [UInt8] {
        guard let rule = property.merge, rule.hasParts else { return bytes(value) }
        // Stores order elements and keys in their own ways.
        return bytes((try? rule.stored(rule.content(of: value))) ?? value)
    }

    static func bytes(_ value: StoredValue) -> [UInt8] {
        switch value {
        case .null: [0]
        case .integer(let number): [1] + bytes(number)
        case .double(let number), .date(let number): number.isNaN ? [0] : [2] + real(number)
        case .string(let text): [3] + bytes(Int64(text.utf8.count)) + Array(text.utf8)
        case .data(let data): [4] + bytes(Int64(data.count)) + Array(data)
        case .uuid(let uuid): [5] + withUnsafeBytes(of: uuid.uuid) { Array($0) }
        case .decimal(let box): decimal(box.value)
        case .reference(let key): [7] + bytes(key.number)
        case .composite(let leaves): [8] + leaves.flatMap { bytes($0) }
        }
    }

    static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// Zero has one form: files do not keep its sign.
    private static func real(_ number: Double) -> [UInt8] {
        bytes(Int64(bitPattern: (number == 0 ? 0 : number).bitPattern))
    }

    /// A decimal as files keep it: a whole number of 64 bits, else a double.
    private static func decimal(_ number: Decimal) -> [UInt8] {
        if number.isNaN { return [0] }
        if let whole = Int64(number.description) { return [6] + bytes(whole) }
        return [6] + real(Double(number.description) ?? 0)
    }
}
