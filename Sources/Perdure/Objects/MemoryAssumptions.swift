// SPDX-License-Identifier: Apache-2.0
// What the unsafe code of this module takes for granted about memory: where SlotStorage.swift puts values and marks, that a
// reference is an address (HeldObjects.swift, MemberCasts.swift), and a class its metadata's (OverriddenMethods.swift).
// Asked when the first entity meets its class, in optimised builds too: RowBlock.swift does the same for rows.

import Foundation
import PerdureStore

/// Statements about this build that must be true.
enum MemoryAssumptions {
    /// What is wrong; looked for once per process.
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

    /// The first of several statements that does not hold, as a text.
    static func firstFalse(_ statements: [(problem: String, holds: Bool)]) -> String? {
        statements.first { !$0.holds }.map {
            "In this build \($0.problem); Perdure would read wrong values. Build it with a release of Swift that its README "
                + "names."
        }
    }

    /// One value of each kind, seen as a slot's and as a row's.
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

    /// A list of objects, seen as `HeldObjects` and `MemberCasts` see it.
    private static var referencesAreAddresses: Bool {
        MemoryLayout<NSManagedObject>.stride == MemoryLayout<UInt>.stride
            && MemoryLayout<Unmanaged<NSManagedObject>>.stride == MemoryLayout<UInt>.stride
            && MemoryLayout<Set<NSManagedObject>>.size == MemoryLayout<[NSManagedObject]>.size
    }
}
