// SPDX-License-Identifier: Apache-2.0
// What transients are good for: state of a screen, flags of an operation.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Uses of transients")
struct TransientUseTests {
    @Test("TRN-54 a selection: tracked and dropped, never stored", arguments: Stack.Kind.allCases)
    func selection(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let cards = try ["a", "b"].map { try stack.saved("Person", ["firstName": $0]) }
        cards[0].setValue(["selected": true], forKey: "mood")
        #expect(stack.a.updatedObjects == [cards[0]])
        try stack.a.save()
        #expect((cards[0].value(forKey: "mood") as? [String: Bool])?["selected"] == true)
        #expect(try stack.twin(cards[0], in: stack.b).value(forKey: "mood") == nil)
        cards[0].setValue(nil, forKey: "mood")
        stack.a.rollback()
        #expect(cards[0].value(forKey: "mood") == nil)
    }

    @Test(
        "TRN-54b an object that is copied hides its original until it appears anew",
        arguments: Stack.Kind.allCases)
    func visible(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let card = try stack.saved("Card", ["title": "c"])
        #expect(card.value(forKey: "visible") as? Bool == true)
        let copy = try stack.new("Card", ["title": "c"])
        card.setValue(false, forKey: "visible")
        let shown = try stack.a.all("Card").filter { $0.value(forKey: "visible") as? Bool == true }
        #expect(shown == [copy])
        try stack.a.save()
        // Nothing was stored of it: it appears visible wherever it is fetched.
        #expect(try stack.twin(card, in: stack.b).value(forKey: "visible") as? Bool == true)
        stack.a.refresh(card, mergeChanges: false)
        #expect(card.value(forKey: "visible") as? Bool == true)
    }

    @Test(
        "OBJ-115 a date set in willSave is stored by the same save, with one call",
        arguments: Stack.Kind.allCases)
    func lastModified(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": ModifiedPerson.self])
        let person = try stack.saved("Person", as: ModifiedPerson.self)
        person.count = 0
        person.setValue("Ada", forKey: "firstName")
        try stack.a.save()
        #expect(person.count == 1)
        #expect(try stack.stored(person, "note") as? String == "saved")
        #expect(!person.hasChanges)
    }

    @Test("OBJ-174 a Swift value in a transient of undefined type", arguments: Stack.Kind.allCases)
    func swiftValue(_ kind: Stack.Kind) throws {
        struct Coordinate: Equatable { var x = 1.0, y = 2.0 }
        let stack = try PatternStack(kind)
        let place = try stack.saved("Place")
        place.setValue(Coordinate(), forKey: "coreLocation")
        #expect(place.value(forKey: "coreLocation") as? Coordinate == Coordinate())
        stack.a.refresh(place, mergeChanges: true)
        #expect(place.value(forKey: "coreLocation") as? Coordinate == Coordinate())
    }
}

final class ModifiedPerson: NSManagedObject {
    var count = 0

    override func willSave() {
        super.willSave()
        count += 1
        setPrimitiveValue("saved", forKey: "note")
    }
}
