// SPDX-License-Identifier: Apache-2.0
// A class with one string, whose length the measurement chooses: what the bytes of a string cost.

import CoreData
import PerdureMacros

@ManagedObject final class Paper: NSManagedObject {
    var number: Int64 = 0
    var text: String = ""
}

extension Paper {
    /// The text is made once per object, on both sides.
    func fill(_ number: Int64, length: Int) {
        self.number = number
        text = .padded(number, to: length)
    }
}

extension Paper: Specimen {
    func fill(_ number: Int64) { fill(number, length: 100) }

    func checksum() -> Int64 { number + text.trace }

    func change() { number += 1 }
}
