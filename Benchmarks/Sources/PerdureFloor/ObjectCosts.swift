// SPDX-License-Identifier: Apache-2.0
// Objects by themselves: six values, two of them strings of 10 and 40 bytes, as the benchmark's rows have them.

import Foundation

/// An object with the values of a row, and nothing else.
final class BareObject: NSObject {
    let number: Int64
    let name: String
    let note: String
    let count: Int32
    let score: Double
    let created: Date

    init(_ number: Int64) {
        self.number = number
        name = "Item \(number)"
        note = "A note of some length about item \(number)"
        count = Int32(number % 1000)
        score = Double(number) * 0.5
        created = Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
    }

    static func objects(_ count: Int) -> [BareObject] { (0..<Int64(count)).map { BareObject($0) } }
}

extension Costs {
    var objectCosts: [(name: String, nanoseconds: Double)] {
        [
            cost("an object of six values is made", {}, { BareObject.objects(count) }),
            cost("the two texts of such an object are made of their bytes", Self.texts(count)) { texts in
                texts.map { String(decoding: $0, as: UTF8.self) }
            },
            cost("an object is found by its number in a dictionary", { Self.table(count) }) { table in
                (0..<Int64(count)).reduce(Int64(0)) { $0 &+ (table[$1]?.number ?? 0) }
            },
            cost("an object enters a dictionary by its number", { BareObject.objects(count) }) { objects in
                var table = [Int64: BareObject](minimumCapacity: count)
                for object in objects { table[object.number] = object }
                return table
            },
        ]
    }

    private static func texts(_ count: Int) -> () -> [[UInt8]] {
        { BareObject.objects(count).flatMap { [Array($0.name.utf8), Array($0.note.utf8)] } }
    }

    private static func table(_ count: Int) -> [Int64: BareObject] {
        Dictionary(uniqueKeysWithValues: BareObject.objects(count).map { ($0.number, $0) })
    }
}
