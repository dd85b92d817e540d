// SPDX-License-Identifier: Apache-2.0
// Constants that are no number. A database binds them as NULL, which would make unknown what is false beside a value in memory.
// Part of Operand.swift.

import Foundation
import PerdurePredicates

extension Operand {
    /// Whether the operand is a constant that comes neither before nor after any value: NaN as a number or as a date.
    var isNaN: Bool {
        guard case .constant(let constant) = self else { return false }
        return switch constant {
        case .double(let number): number.isNaN
        case .decimal(let number): number.isNaN
        case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
        default: false
        }
    }

    /// Whether the operand is NaN and equals no value of the other side.
    ///
    /// Decimals know a NaN of their own, which equals itself.
    func isNaN(beside other: Operand) -> Bool {
        isNaN && !(isDecimal && other.isDecimal)
    }
}
