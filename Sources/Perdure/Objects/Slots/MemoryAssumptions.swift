// SPDX-License-Identifier: Apache-2.0
// The assumptions of this module's unsafe code about memory: where SlotStorage.swift puts values and marks, that a
// reference is an address (RetainedObjects.swift, MemberCasts.swift), and that a class is its metadata's address
// (OverriddenMethods.swift). The first entity binding checks them, in optimised builds too. RowBlock.swift does the same
// for rows.

import Foundation
import PerdureStore

/// Statements about this build that must be true.
enum MemoryAssumptions {
    /// The first assumption that does not hold, as a text; checked once per process.
    static let problem: String? = firstFalse([
        ("values of objects have no free bits in their addresses", marksAreFree),
        (
            "values of objects do not lie behind their header",
            SlotStorage.offset >= MemoryLayout<SlotHeader>.size
                && SlotStorage.offset % MemoryLayout<SlotValue>.alignment == 0
        ),
        ("a stored value has other bytes in a slot than in a row", rowsAreReadInPlace),
        ("references to objects are no addresses", referencesAreAddresses),
        (
            "a class as a value is not the address of its metadata",
            MemoryLayout<AnyClass>.size == MemoryLayout<UnsafeRawPointer>.size
        ),
    ])

    /// The text of the first false statement; nil when all hold.
    static func firstFalse(_ statements: [(problem: String, holds: Bool)]) -> String? {
        statements.first { !$0.holds }.map {
            "In this build \($0.problem); Perdure would read wrong values. Build it with a release of Swift that its README "
                + "names."
        }
    }

    /// Whether one value of each kind reads the same in a row and in a slot.
    private static var rowsAreReadInPlace: Bool {
        let key = ObjectKey(entity: 1, root: 2, number: -3)
        let values: [StoredValue] = [
            .null, .integer(-1), .double(-.pi), .string("longer than a small string is"), .date(-1),
            .data(Data([1])),
            .uuid(UUID()), .decimal(DecimalBox(1)), .reference(key), .composite([.null, .integer(1)]),
        ]
        return MemoryLayout<SlotValue>.stride == MemoryLayout<StoredValue>.stride
            && MemoryLayout<SlotValue>.alignment == MemoryLayout<StoredValue>.alignment
            && values.allSatisfy { value in
                withUnsafePointer(to: value) { place in
                    place.withMemoryRebound(to: SlotValue.self, capacity: 1) { $0.pointee == .stored(value) }
                }
            }
    }

    private static var marksAreFree: Bool { SlotStorage.marks < UInt(MemoryLayout<SlotValue>.alignment) }

    /// Whether references have the layout that `RetainedObjects` and `MemberCasts` assume.
    private static var referencesAreAddresses: Bool {
        MemoryLayout<NSManagedObject>.stride == MemoryLayout<UInt>.stride
            && MemoryLayout<Unmanaged<NSManagedObject>>.stride == MemoryLayout<UInt>.stride
            && MemoryLayout<Set<NSManagedObject>>.size == MemoryLayout<[NSManagedObject]>.size
    }
}
