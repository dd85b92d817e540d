// SPDX-License-Identifier: Apache-2.0
// Computed properties in extensions, in the form that @DependsOn gives to them.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

extension Contact {
    var initials: String { "\(firstName?.prefix(1) ?? "")\(lastName?.prefix(1) ?? "")" }

    final class _Key_initials: _ClassPropertiesProvider {
        static var properties: ClassProperties {
            ClassProperties(
                Contact.self, accessors: ["initials": KeyAccessor(of: Contact.self, get: { $0.initials })],
                dependentKeys: ["initials": ["firstName", "lastName"]], keyPaths: { _ in [:] })
        }
    }

    var givenName: String? {
        get { firstName }
        set { firstName = newValue }
    }

    final class _Key_givenName: _ClassPropertiesProvider {
        static var properties: ClassProperties {
            ClassProperties(
                Contact.self,
                accessors: [
                    "givenName": KeyAccessor(
                        of: Contact.self, get: { $0.givenName }, set: { $0.givenName = $1 })
                ], keyPaths: { _ in [:] })
        }
    }
}

/// A subclass, whose superclass is extended.
private final class Colleague: Contact {}

@Suite("Keys of extensions")
struct ExtensionKeysTests {
    let desk: Desk
    let contact: Contact

    init() throws {
        desk = try Desk(.inMemory, Contact.model())
        contact = Contact(context: desk.context)
        contact.firstName = "Ada"
        contact.lastName = "Lovelace"
    }

    @Test("TRN-174 MOD-192 a computed property in an extension is read and set by its key")
    func keyValueCoding() {
        #expect(contact.value(forKey: "initials") as? String == "AL")
        contact.setValue("Bea", forKey: "givenName")
        #expect(contact.firstName == "Bea")
        #expect(contact.value(forKey: "givenName") as? String == "Bea")
    }

    @Test("TRN-174 an extension declares dependent keys, for subclasses too")
    func dependentKeys() {
        #expect(Contact.keyPathsForValuesAffectingValue(forKey: "initials") == ["firstName", "lastName"])
        #expect(Colleague.keyPathsForValuesAffectingValue(forKey: "initials") == ["firstName", "lastName"])
        #expect(Contact.keyPathsForValuesAffectingValue(forKey: "givenName") == [])
    }

    @Test("TRN-176 a read-only property of an extension cannot be set, and unknown keys stay unknown")
    func refused() {
        let unset = #expect(throws: CoreDataException.self) {
            try contact.trySetValue("X", forKey: "initials")
        }
        #expect(unset?.name == .undefinedKeyException)
        for key in ["nothing", "", "a b", "C7Contact", "été", "initialsO"] {
            let error = #expect(throws: CoreDataException.self) { try contact.tryValue(forKey: key) }
            #expect(error?.name == .undefinedKeyException)
        }
    }
}
