// SPDX-License-Identifier: Apache-2.0
// Transient values and merges: they do not travel, and a merge is the refresh that keeps them.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Gives its transient a value at each fetch, if the context says so.
final class WakingPerson: NSManagedObject {
    override func awakeFromFetch() {
        super.awakeFromFetch()
        guard let value = managedObjectContext?.userInfo["awake"] else { return }
        setPrimitiveValue(value, forKey: "mood")
    }
}

@Suite("Merging and transients") struct MergedTransientTests {
    /// What B's object is like before the merge, and what it must be after it.
    struct Row: CustomTestStringConvertible, Sendable {
        let number: String
        var age: Int?
        var mood: Int?
        var isSaved = false
        var awake: Int?
        let ageAfter: Int
        let moodAfter: Int?
        let hasChanges: Bool
        var testDescription: String { number }

        static let all = [
            Row(number: "1", ageAfter: 2, moodAfter: nil, hasChanges: false),
            Row(number: "2", awake: 7, ageAfter: 2, moodAfter: 7, hasChanges: false),
            Row(number: "3", mood: 5, ageAfter: 2, moodAfter: 5, hasChanges: true),
            Row(number: "4", mood: 5, awake: 7, ageAfter: 2, moodAfter: 5, hasChanges: true),
            Row(number: "5", age: 3, awake: 7, ageAfter: 3, moodAfter: 7, hasChanges: true),
            Row(number: "6", age: 1, ageAfter: 2, moodAfter: nil, hasChanges: true),
            Row(number: "7", mood: 5, isSaved: true, ageAfter: 2, moodAfter: 5, hasChanges: false),
            Row(number: "8", mood: 5, isSaved: true, awake: 7, ageAfter: 2, moodAfter: 5, hasChanges: false),
        ]
    }

    @Test(
        "TRN-230 TRN-213 TRN-212 row 21 for each of the rows 1 to 8", arguments: Stack.Kind.allCases, Row.all)
    func table(_ kind: Stack.Kind, _ row: Row) throws {
        let two = try TwoContexts(kind, ["Person": WakingPerson.self])
        let person = try two.saved("Person", ["age": 1])
        let twin = try two.twin(person)
        #expect(twin.value(forKey: "age") as? Int == 1)
        if let age = row.age { twin.setValue(age, forKey: "age") }
        if let mood = row.mood { twin.setValue(mood, forKey: "mood") }
        if row.isSaved { try two.b.save() }
        two.b.userInfo["awake"] = row.awake
        person.setValue(2, forKey: "age")
        try two.saveAndMerge()
        #expect(twin.value(forKey: "age") as? Int == row.ageAfter)
        #expect(twin.value(forKey: "mood") as? Int == row.moodAfter)
        #expect(two.b.hasChanges == row.hasChanges && twin.isUpdated == row.hasChanges)
        if row.number == "6" { #expect(twin.changedValues().isEmpty) }
    }

    @Test("TRN-51 TRN-210 CTX-150a a second context never sees a transient", arguments: Stack.Kind.allCases)
    func doNotTravel(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada", "mood": "glad"])
        let twin = try two.twin(person)
        #expect(twin.value(forKey: "mood") == nil)
        person.setValue("sad", forKey: "mood")
        person.setValue("Eve", forKey: "firstName")
        try two.saveAndMerge()
        #expect(twin.value(forKey: "firstName") as? String == "Eve" && twin.value(forKey: "mood") == nil)
        two.b.refresh(twin, mergeChanges: false)
        #expect(twin.value(forKey: "mood") == nil)
    }

    @Test("OBJ-219 the hooks of a merge are those of a refresh")
    func trace() throws {
        let stack = try PeopleStack()
        let (a, b) = (stack.context(), stack.context())
        let card = try stack.insert("Card", into: a, ["title": "Ace"])
        try a.save()
        let twin = try b.existingObject(with: card.objectID)
        let trace = b.startTrace()
        card.setValue("King", forKey: "title")
        let notice = SaveNotice(a)
        try a.save()
        b.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(
            trace.take() == [
                "Card.willChange(title)", "Card.willChange(visible)", "Card.willTurnIntoFault",
                "Card.didTurnIntoFault", "Card.awakeFromFetch", "Card.awake(32)", "Card.didChange(title)",
                "Card.didChange(visible)",
            ])
        #expect(twin.value(forKey: "title") as? String == "King" && !b.hasChanges)
    }

    @Test("CTX-140 refreshing and merging read no relationship")
    func noRelationshipIsRead() throws {
        let two = try TwoContexts(.sqlite)
        let sales = two.a.insert("Department", ["name": "Sales"])
        let person = try two.saved("Person", ["firstName": "Ada", "department": sales])
        let twin = try two.twin(sales)
        #expect(twin.hasFault(forRelationshipNamed: "employees"))
        person.setValue(nil, forKey: "department")
        try two.saveAndMerge()
        #expect(twin.hasFault(forRelationshipNamed: "employees"))
        #expect(two.b.registeredObjects.map(\.objectID).contains(person.objectID) == false)
    }
}
