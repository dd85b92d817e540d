// SPDX-License-Identifier: Apache-2.0
// The class that the build plugin writes of Parcels.xcdatamodeld: strings and the date are optional, as Xcode's editor makes
// attributes unless somebody says otherwise.

import CoreData
import Foundation

extension Parcel: Specimen {
    func fill(_ number: Int64) {
        count = Int32(number % 1000)
        created = Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
        name = "Item \(number)"
        note = "A note of some length about item \(number)"
        self.number = number
        score = Double(number) * 0.5
    }

    func checksum() -> Int64 {
        Int64(count) + (created?.trace ?? 0) + (name?.trace ?? 0) + (note?.trace ?? 0) + number + Int64(score)
    }

    func change() { number += 1 }
}

enum Parcels {
    /// The model as the plugin has compiled it.
    static func makeModel() throws -> NSManagedObjectModel {
        guard let file = Bundle.module.url(forResource: "Parcels", withExtension: "momd") else {
            throw BenchmarkFailure("the program has no Parcels.momd beside it; build it again")
        }
        return try NSManagedObjectModel.load(contentsOf: file)
    }
}
