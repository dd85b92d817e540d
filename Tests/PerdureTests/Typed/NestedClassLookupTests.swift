// SPDX-License-Identifier: Apache-2.0
// Classes inside of other types, found by their names.

import Testing

@testable import Perdure

/// Types around classes.
enum Around {
    final class Inner: NSManagedObject {}
    struct Box {
        final class Deep: NSManagedObject {}
    }
}

@Suite("Looking up classes inside other types")
struct NestedClassLookupTests {
    @Test("MOD-53 a class inside other types is found by its full name")
    func found() {
        let inner = ObjectClassTable.nestedClass("PerdureTests.Around.Inner").map { ObjectIdentifier($0) }
        #expect(inner == ObjectIdentifier(Around.Inner.self))
        let deep = ObjectClassTable.nestedClass("PerdureTests.Around.Box.Deep").map { ObjectIdentifier($0) }
        #expect(deep == ObjectIdentifier(Around.Box.Deep.self))
    }

    @Test(
        "MOD-53 other names are not found",
        arguments: [
            "", "Around", "PerdureTests.Around", "PerdureTests.Around.Missing", "PerdureTests.Around.Box",
            "a.b.c.d.e.f.g.h", "PerdureTests.Größe.Inner", "...",
        ])
    func missing(name: String) {
        #expect(ObjectClassTable.nestedClass(name) == nil)
    }
}
