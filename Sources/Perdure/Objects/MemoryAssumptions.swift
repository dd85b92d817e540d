// SPDX-License-Identifier: Apache-2.0
// What the unsafe code of this module takes for granted about memory: where SlotStorage.swift puts values and marks, that a
// reference is an address (HeldObjects.swift, MemberCasts.swift), and a class its metadata's (OverriddenMethods.swift).
// Asked when the first entity meets its class, in optimised builds too: RowBlock.swift does the same for rows.

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

    private static var marksAreFree: Bool { SlotStorage.marks < UInt(MemoryLayout<SlotValue>.alignment) }

    /// A list of objects, seen as `HeldObjects` and `MemberCasts` see it.
    private static var referencesAreAddresses: Bool {
        MemoryLayout<NSManagedObject>.stride == MemoryLayout<UInt>.stride
            && MemoryLayout<Unmanaged<NSManagedObject>>.stride == MemoryLayout<UInt>.stride
            && MemoryLayout<Set<NSManagedObject>>.size == MemoryLayout<[NSManagedObject]>.size
    }
}
