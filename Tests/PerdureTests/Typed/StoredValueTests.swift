// SPDX-License-Identifier: Apache-2.0
// The own value of an accessor, by its key: not the one of an accessor that overrides it.

import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Properties by key for accessors")
struct StoredValueTests {
    let desk: Desk
    let contact: Contact

    init() throws {
        desk = try Desk(.inMemory, Contact.model())
        contact = Contact(context: desk.context)
    }

    @Test("MOD-191 an accessor's own value does not come from an accessor that overrides it")
    func withoutAccessors() {
        contact._setStoredValue(36, forKey: "age")
        contact.agesRead = 1
        #expect(contact.value(forKey: "age") as? Int == 37)
        #expect(contact._storedValue(forKey: "age") as? Int == 36)
        #expect(contact.hasChanges)
    }

    @Test("OBJ-64 a key that the entity lacks is undefined")
    func undefined() {
        #expect(throws: CoreDataException.self) {
            try ExceptionTrap.catching { contact._storedValue(forKey: "height") }
        }
        #expect(throws: CoreDataException.self) {
            try ExceptionTrap.catching { contact._setStoredValue(1, forKey: "height") }
        }
    }
}
