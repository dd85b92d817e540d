// SPDX-License-Identifier: Apache-2.0
// Key paths to the properties that every managed object has, through subclasses: names that optimised builds lost once.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Names of managed objects' own properties")
struct OwnPropertyNameTests {
    /// Roots of several depths: the key paths are different ones for each.
    private func names<Root: NSManagedObject>(_: Root.Type) throws -> [String] {
        try [
            Root.key(for: \.objectID), Root.key(for: \.entity), Root.key(for: \.managedObjectContext),
            Root.key(for: \.isDeleted), Root.key(for: \.isInserted), Root.key(for: \.isUpdated),
            Root.key(for: \.isFault), Root.key(for: \.faultingState), Root.key(for: \.hasChanges),
            Root.key(for: \.hasPersistentChangedValues),
        ]
    }

    private let expected = [
        "objectID", "entity", "managedObjectContext", "isDeleted", "isInserted", "isUpdated", "isFault",
        "faultingState", "hasChanges", "hasPersistentChangedValues",
    ]

    @Test("PRG-61 have names, with every subclass as root")
    func everyRoot() throws {
        #expect(try names(NSManagedObject.self) == expected)
        #expect(try names(Work.self) == expected)
        #expect(try names(Movie.self) == expected)
        #expect(try names(StageDirector.self) == expected)
        #expect(try names(Unmodeled.self) == expected)
    }

    @Test("PRG-61 written with a subclass, have names")
    func writtenOut() throws {
        #expect(try Movie.key(for: \Movie.objectID) == "objectID")
        #expect(try Movie.key(for: \Movie.hasChanges) == "hasChanges")
        #expect(try Work.key(for: \Work.isFault) == "isFault")
        #expect(try Play.key(for: \Play.managedObjectContext) == "managedObjectContext")
    }

    @Test("PRG-61 have names in sort descriptors")
    func sortDescriptors() {
        #expect(NSSortDescriptor(keyPath: \Movie.objectID, ascending: true).key == "objectID")
        #expect(NSSortDescriptor(keyPath: \Play.hasChanges, ascending: false).key == "hasChanges")
    }

    @Test("PRG-61 have names in predicates", arguments: Stack.Kind.allCases)
    func predicates(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Work.model())
        let context = stack.context()
        let (first, second) = (Play(context: context), Play(context: context))
        (first.title, second.title) = ("first", "second")
        try context.save()
        let id = first.objectID
        let request = NSFetchRequest<Play>(entityName: "Play")
        request.predicate = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: \Play.objectID),
            rightExpression: NSExpression(forConstantValue: id),
            modifier: .direct, type: .equalTo)
        #expect(try context.fetch(request) == [first])
        second.title = "changed"
        let changed = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: \Play.hasChanges),
            rightExpression: NSExpression(forConstantValue: true), modifier: .direct, type: .equalTo)
        #expect([first, second].filter { changed.evaluate(with: $0) } == [second])
    }

    @Test("PRG-61 are read by their names")
    func keyValueCoding() throws {
        let stack = try Stack(.inMemory, Work.model())
        let context = stack.context()
        let play = Play(context: context)
        play.title = "changed"
        for (key, name) in zip(expected, try names(Play.self)) { #expect(key == name) }
        #expect(play.value(forKey: try Play.key(for: \.hasPersistentChangedValues)) as? Bool == true)
        #expect(play.value(forKey: try Play.key(for: \.faultingState)) as? Int == 0)
        #expect(
            play.value(forKey: try Play.key(for: \.managedObjectContext)) as? NSManagedObjectContext
                === context)
    }
}

/// A hierarchy of classes, deeper in one place than in the other.
class Work: NSManagedObject {
    var title: String? {
        get { value(forKey: "title") as? String }
        set { setValue(newValue, forKey: "title") }
    }

    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Work", className: String(reflecting: Work.self), .attribute("title")),
            EntitySketch("Movie", parent: "Work", className: String(reflecting: Movie.self)),
            EntitySketch("Play", parent: "Work", className: String(reflecting: Play.self)))
    }
}

final class Movie: Work {}
final class Play: Work {}
class Director: NSManagedObject {}
final class StageDirector: Director {}
final class Unmodeled: NSManagedObject {}
