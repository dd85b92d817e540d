// SPDX-License-Identifier: Apache-2.0
// How much of a property list the readers accept before they call it hostile.

/// The limits of the property list readers.
///
/// Memory needs no limit of its own: every object of a file is decoded once, objects never overlap, and
/// containers share what they hold, so memory stays in proportion to the size of the file.
package struct PropertyListLimits: Sendable, Equatable {
    /// How many containers may stand inside each other.
    package var depth = 256
    /// How many objects a binary property list may hold.
    package var objects = 8_000_000
    /// How many values a reader may visit per byte of the file.
    ///
    /// Containers that are shared count once for every reference to them: this is what stops thirty arrays
    /// that each hold the next one ten times.
    var visitsPerByte = 16
    /// Files up to this many bytes over `visitsPerByte` are never refused for their visits.
    var freeVisits = 10_000

    init() {}

    package static let standard = PropertyListLimits()

    /// The number of visits that a file of this size may cost.
    func visits(forByteCount count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: visitsPerByte)
        return overflow ? .max : product.addingReportingOverflow(freeVisits).partialValue
    }
}
