// SPDX-License-Identifier: Apache-2.0
// What the benchmark asks of a class that a user would write. Letter.swift, Parcel.swift, Publication.swift, Paper.swift and
// Survey.swift are such classes; WrittenWork.swift does the same work with each.

import CoreData

/// A class of the benchmark; generic code about it is compiled for the class itself.
protocol Specimen: NSManagedObject {
    /// Gives every attribute a value, that of the `number`-th object.
    func fill(_ number: Int64)

    /// Reads every attribute.
    func checksum() -> Int64

    /// Changes one attribute.
    func change()
}

extension String {
    /// Something of each string that nobody can leave out.
    var trace: Int64 { Int64(utf8.count) }
}

extension Date {
    var trace: Int64 { Int64(timeIntervalSinceReferenceDate) }
}
