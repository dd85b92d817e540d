// SPDX-License-Identifier: Apache-2.0
// Foundation on Linux has an NSSortDescriptor(keyPath:ascending:) of its own, which user code gets for Comparable values. The
// object does not show whether its comparator is a user's. So the comparator must order known values as a test. If they come in
// natural order, NSSortDescriptor+Making.swift makes a rule of the descriptor.

import Foundation

/// Finds out whether a comparator has the natural order of values.
enum NaturalOrder {
    /// Whether a comparator orders samples of a type as stores do; nil for a type without samples.
    static func isOrder(of type: Any.Type, by comparator: Comparator) -> Bool? {
        guard let samples = samples(of: type), samples.count > 1 else { return nil }
        let rule = SortRule([])
        return samples.allSatisfy { left in
            samples.allSatisfy { right in
                (try? rule.compare(values: ConstantValue(left), ConstantValue(right)))
                    == comparator(left, right)
            }
        }
    }

    /// Values on which other orders differ: case, accents, digits, lengths, signs, magnitudes.
    private static func samples(of type: Any.Type) -> [Any]? {
        switch type {
        case is String.Type:
            ["", "10", "9", "A", "B", "Z", "a", "aa", "b", "é", "z", "Äpfel", "ñ", "Zoë", "a b", "a-b"]
        case is Date.Type: [-1e9, -1, 0, 1, 86_400, 1e9].map(Date.init(timeIntervalSinceReferenceDate:))
        case is Decimal.Type: [-10, -1, 0, 0.5, 1, 2, 10].map { Decimal($0) }
        case is UUID.Type: ["00", "09", "0A", "7F", "A0", "FF"].compactMap(uuid)
        case let type as any FixedWidthInteger.Type: integers(type)
        case let type as any BinaryFloatingPoint.Type: fractions(type)
        case let type as any CaseIterable.Type: cases(type)
        default: nil
        }
    }

    private static func uuid(_ byte: String) -> Any? {
        UUID(uuidString: "\(byte)000000-0000-4000-8000-000000000000")
    }

    private static func integers<Number: FixedWidthInteger>(_: Number.Type) -> [Any] {
        [-100, -10, -1, 0, 1, 2, 9, 10, 100].compactMap { Number(exactly: $0) }
    }

    private static func fractions<Number: BinaryFloatingPoint>(_: Number.Type) -> [Any] {
        [-100, -10.5, -1, 0, 0.5, 1, 2, 9, 10, 100].map { Number($0) }
    }

    private static func cases<Value: CaseIterable>(_: Value.Type) -> [Any] { Array(Value.allCases) }
}
