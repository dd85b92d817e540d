// SPDX-License-Identifier: Apache-2.0
// Saving what others have saved meanwhile: what policies lose, and what the retry loop keeps.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Saving again after conflicts")
struct SaveRetryingTests {
    /// A has set foo, B has set bar and has not saved.
    private func twoKeys(_ kind: Stack.Kind, policy: NSMergePolicy) throws -> (ExtStack, ExtBase) {
        let ext = try ExtStack(kind)
        let twin = try ext.stack.twin(ext.ext, in: ext.stack.b)
        _ = twin.value(forExtendedKey: "bar")
        ext.stack.a.mergePolicy = policy
        ext.stack.b.mergePolicy = policy
        ext.ext.setValue(1, forExtendedKey: "foo")
        twin.setValue(2, forExtendedKey: "bar")
        return (ext, twin)
    }

    private func code(of error: (any Error)?) -> Int? { (error as NSError?)?.code }

    @Test("TRN-130 SAV-57 object trump loses the other context's key", arguments: Stack.Kind.allCases)
    func objectTrump(_ kind: Stack.Kind) throws {
        let (ext, _) = try twoKeys(kind, policy: .mergeByPropertyObjectTrump)
        try ext.stack.a.save()
        try ext.stack.b.save()
        #expect(try ext.stored() == ["bar": 2])
    }

    @Test(
        "TRN-131 TRN-132 TRN-138 the error lists the object; refreshed and saved again, both keys are stored",
        arguments: Stack.Kind.allCases)
    func loopByHand(_ kind: Stack.Kind) throws {
        let (ext, twin) = try twoKeys(kind, policy: .error)
        try ext.stack.a.save()
        let error = #expect(throws: (any Error).self) { try ext.stack.b.save() }
        #expect(code(of: error) == NSManagedObjectMergeError)
        let conflicts = (error as NSError?)?.userInfo["conflictList"] as? [NSMergeConflict]
        #expect(conflicts?.map(\.sourceObject) == [twin])
        // The change is still there, so willSave of the next attempt finds it.
        #expect(twin.changes?["bar"] as? Int == 2)
        for conflict in conflicts ?? [] { ext.stack.b.refresh(conflict.sourceObject, mergeChanges: true) }
        try ext.stack.b.save()
        #expect(twin.encodeCount == 2)
        #expect(try ext.stored() == ["foo": 1, "bar": 2])
    }

    @Test("TRN-131 TRN-137 SAV-130 saveRetrying does the same", arguments: Stack.Kind.allCases)
    func loop(_ kind: Stack.Kind) throws {
        let (ext, twin) = try twoKeys(kind, policy: .error)
        try ext.stack.a.save()
        try ext.stack.b.saveRetrying()
        #expect(twin.encodeCount == 2)
        #expect(try ext.stored() == ["foo": 1, "bar": 2])
        #expect(!ext.stack.b.hasChanges)
        #expect(twin.value(forExtendedKey: "foo") as? Int == 1)
    }

    @Test("TRN-137 of one key, the last saver's value stays", arguments: Stack.Kind.allCases)
    func sameKey(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["foo": 0, "bar": 0])
        let twin = try ext.stack.twin(ext.ext, in: ext.stack.b)
        twin.setValue(2, forExtendedKey: "foo")
        ext.ext.setValue(1, forExtendedKey: "foo")
        ext.ext.setValue(1, forExtendedKey: "bar")
        try ext.stack.a.save()
        try ext.stack.b.saveRetrying()
        #expect(try ext.stored() == ["foo": 2, "bar": 1])
    }

    @Test("TRN-133 SAV-131 plain attributes behave as under object trump", arguments: Stack.Kind.allCases)
    func plainAttributes(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let person = try stack.saved("Person", ["firstName": "Ada", "lastName": "Byron", "note": "n"])
        let twin = try stack.twin(person, in: stack.b)
        twin.setValue("Eve", forKey: "firstName")
        twin.setValue("B", forKey: "note")
        try stack.b.save()
        person.setValue("Lovelace", forKey: "lastName")
        person.setValue("A", forKey: "note")
        try stack.a.saveRetrying()
        let stored = try ["firstName", "lastName", "note"].map { try stack.stored(person, $0) as? String }
        #expect(stored == ["Eve", "Lovelace", "A"])
    }

    @Test(
        "SAV-131 a snapshot and a change: the local color is kept", arguments: Stack.Kind.allCases,
        ShapePattern.deltas)
    func delta(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        let red = try RedShape(kind, pattern)
        red.shape.color = .green
        try red.saveInB(.blue)
        try red.stack.a.saveRetrying()
        #expect(try red.stored() == .green)
        #expect(red.shape.color == .green)
    }

    @Test("TRN-136 the objects of conflicts are refreshed, others are not", arguments: Stack.Kind.allCases)
    func refreshed(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Shape": Delta.self])
        let shapes = try ["one", "two"].map { try stack.saved("Shape", ["name": $0], as: Delta.self) }
        let twin = try stack.twin(shapes[0], in: stack.b)
        twin.color = .blue
        try stack.b.save()
        for shape in shapes {
            shape.color = .green
            shape.counts = PatternShape.Counts()
        }
        try stack.a.saveRetrying()
        #expect(shapes.map(\.counts.awakeFromFetch) == [1, 0])
        #expect(shapes.map(\.counts.willSave) == [2, 2])
        #expect(shapes.map(\.counts.didSave) == [1, 1])
    }

    @Test("TRN-135 SAV-130 other errors leave at once", arguments: Stack.Kind.allCases)
    func otherErrors(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .delta)
        red.shape.color = .green
        _ = red.stack.spoilNextSave()
        let error = #expect(throws: (any Error).self) { try red.stack.a.saveRetrying() }
        #expect(code(of: error) == 1570)
        #expect(red.shape.counts.willSave == 1)
        #expect(red.shape.color == .green)
    }

    @Test(
        "TRN-134 SAV-130 after so many attempts the last 133020 is thrown, and nothing is lost",
        arguments: Stack.Kind.allCases, [0, 1, 3])
    func bound(_ kind: Stack.Kind, _ attempts: Int) throws {
        let stack = try PatternStack(kind, ["Shape": RivaledShape.self])
        let shape = try stack.saved("Shape", as: RivaledShape.self)
        let twin = try stack.twin(shape, in: stack.b)
        var rivals = 0
        shape.beforeSaving = {
            rivals += 1
            twin.color = Color("\(rivals)")
            #expect(throws: Never.self) { try stack.b.save() }
        }
        shape.color = .green
        let error = #expect(throws: (any Error).self) { try stack.a.saveRetrying(maxAttempts: attempts) }
        #expect(code(of: error) == NSManagedObjectMergeError)
        #expect(rivals == max(attempts, 1))
        #expect(shape.color == .green)
        shape.beforeSaving = nil
        try stack.a.saveRetrying()
        #expect(Color(archive: try stack.stored(shape, "colorData")) == .green)
    }

    @Test(
        "TRN-136 an object that another context has deleted loses its changes and is left out",
        arguments: Stack.Kind.allCases)
    func deletedElsewhere(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .delta)
        red.shape.color = .green
        let other = try red.stack.new("Person", ["firstName": "Ada"])
        red.stack.b.delete(try red.stack.twin(red.shape, in: red.stack.b))
        try red.stack.b.save()
        try red.stack.a.saveRetrying()
        #expect(!other.objectID.isTemporaryID)
        #expect(!red.stack.a.hasChanges)
        #expect(try red.stack.stack.context().all("Shape").isEmpty)
    }

    @Test(
        "SAV-130 deletions in conflict: both contexts delete, or one changes what the other deletes",
        arguments: Stack.Kind.allCases, [true, false])
    func deletions(_ kind: Stack.Kind, _ bothDelete: Bool) throws {
        let red = try RedShape(kind, .delta)
        let twin = try red.stack.twin(red.shape, in: red.stack.b)
        if bothDelete { red.stack.b.delete(twin) } else { twin.color = .blue }
        red.stack.a.delete(red.shape)
        try red.stack.b.save()
        try red.stack.a.saveRetrying()
        #expect(!red.stack.a.hasChanges)
        #expect(try red.stack.stack.context().all("Shape").isEmpty)
    }

    @Test("SAV-130 conflicts with another coordinator of the same file")
    func otherCoordinator() throws {
        let red = try RedShape(.sqlite, .delta)
        let url = try #require(red.stack.stack.url)
        let other = try Stack(at: url, FixtureModel.scenarios(["Shape": Delta.self]))
        let context = other.context()
        let twin = try #require(try context.all("Shape").first as? Delta)
        twin.color = .blue
        twin.setValue("theirs", forKey: "name")
        try context.save()
        red.shape.color = .green
        try red.stack.a.saveRetrying()
        #expect(try red.stored() == .green)
        #expect(try red.stack.stored(red.shape, "name") as? String == "theirs")
    }

    @Test("TRN-138 saving nothing, and without conflicts, is saving", arguments: Stack.Kind.allCases)
    func plainSave(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        try stack.a.saveRetrying()
        let person = try stack.new("Person", ["firstName": "Ada"])
        try stack.a.saveRetrying(maxAttempts: 1)
        #expect(!person.objectID.isTemporaryID)
        #expect(!stack.a.hasChanges)
    }
}

/// Lets somebody else save just before it is saved.
final class RivaledShape: Delta {
    var beforeSaving: (() -> Void)?

    override func willSave() {
        super.willSave()
        beforeSaving?()
    }
}
