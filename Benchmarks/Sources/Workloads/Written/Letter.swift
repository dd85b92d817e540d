// SPDX-License-Identifier: Apache-2.0
// A class with macros, as Documentation/Guides/Models.md has them: six attributes, all of them mandatory, all with defaults.

import CoreData
import Foundation
import PerdureMacros

@ManagedObject final class Letter: NSManagedObject {
    var count: Int32 = 0
    var created: Date = Date(timeIntervalSinceReferenceDate: 0)
    var name: String = ""
    var note: String = ""
    var number: Int64 = 0
    var score: Double = 0
}

extension Letter: Specimen {
    func fill(_ number: Int64) {
        count = Int32(number % 1000)
        created = Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
        name = "Item \(number)"
        note = "A note of some length about item \(number)"
        self.number = number
        score = Double(number) * 0.5
    }

    func checksum() -> Int64 {
        Int64(count) + created.trace + name.trace + note.trace + number + Int64(score)
    }

    func change() { number += 1 }
}

/// The same class with strings of ten bytes: what an object weighs is asked of it.
@ManagedObject final class Slip: NSManagedObject {
    var count: Int32 = 0
    var created: Date = Date(timeIntervalSinceReferenceDate: 0)
    var name: String = ""
    var note: String = ""
    var number: Int64 = 0
    var score: Double = 0
}

extension Slip: Specimen {
    func fill(_ number: Int64) {
        count = Int32(number % 1000)
        created = Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
        name = .padded(number, to: 10)
        note = .padded(number, to: 10)
        self.number = number
        score = Double(number) * 0.5
    }

    func checksum() -> Int64 {
        Int64(count) + created.trace + name.trace + note.trace + number + Int64(score)
    }

    func change() { number += 1 }
}

extension String {
    /// A number, and after it as many letters as make the string `length` bytes long; made as C makes it, in one piece.
    static func padded(_ number: Int64, to length: Int) -> String {
        let digits = String(number).utf8
        return String(unsafeUninitializedCapacity: Swift.max(length, digits.count)) { bytes in
            bytes.initialize(repeating: UInt8(ascii: "x"))
            for (offset, digit) in digits.enumerated() { bytes[offset] = digit }
            return Swift.max(length, digits.count)
        }
    }
}
