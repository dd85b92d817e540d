// SPDX-License-Identifier: Apache-2.0
// Objects of macro classes against stores in memory and on disk.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@Suite("Objects of macro classes")
struct MacroObjectTests {
    private func stack(_ kind: Stack.Kind) throws -> Stack {
        try Stack(kind, NSManagedObjectModel(for: Movie.self, Documentary.self))
    }

    @Test(
        "MOD-190 attributes are read and set as typed, saved and read again", arguments: Stack.Kind.allCases)
    func attributes(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        let movie = Movie(context: context)
        #expect(movie.title == "")
        #expect(movie.year == nil)
        #expect(movie.genre == .drama)
        #expect(movie.cut == Cut())
        #expect(movie.tags == [])
        #expect(movie.isShown)
        let id = movie.id
        movie.title = "Stalker"
        movie.year = 1979
        movie.genre = .comedy
        movie.rating = .good
        movie.place = Place(street: "Main", zip: "1", floor: 2)
        movie.cut.scenes.append("zone")
        movie.tags = ["slow", "wet"]
        movie.isShown = false
        movie.note = Movie.Note(text: "!")
        try context.save()
        #expect(!movie.hasChanges)
        let other = stack.context()
        let read = try #require(try other.fetch(Movie.fetchRequest()).first)
        #expect(read.title == "Stalker")
        #expect(read.year == 1979)
        #expect(read.genre == .comedy)
        #expect(read.rating == .good)
        #expect(read.place == Place(street: "Main", zip: "1", floor: 2))
        #expect(read.cut == Cut(scenes: ["zone"], minutes: 0))
        #expect(read.tags == ["slow", "wet"])
        #expect(read.id == id)
        #expect(read.isShown)
        #expect(read.note == nil)
    }

    @Test("PRG-37 an unread relationship takes members in and gives them up", arguments: Stack.Kind.allCases)
    func unreadMembers(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        let (movie, actor, other) = (
            Movie(context: context), Actor(context: context), Actor(context: context)
        )
        (actor.name, other.name) = ("a", "b")
        movie.actors = [actor]
        try context.save()
        context.refreshAllObjects()
        movie.mutableOrderedSetValue(forKey: "actors").add(other)
        actor.movies.remove(movie)
        actor.movies.insert(movie)
        other.movies = []
        #expect(movie.actors == [actor] && actor.movies == [movie] && other.movies.isEmpty)
        try context.save()
        let reader = stack.context()
        #expect(try reader.fetch(Movie.fetchRequest()).map { $0.actors.count } == [1])
    }

    @Test("MOD-190 value(forKey:) and the typed properties are the same", arguments: Stack.Kind.allCases)
    func keyValueCoding(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        let movie = Movie(context: context)
        movie.setValue("Solaris", forKey: "title")
        movie.setValue(1972, forKey: "year")
        movie.setValue("comedy", forKey: "genre")
        #expect(movie.title == "Solaris")
        #expect(movie.year == 1972)
        #expect(movie.genre == .comedy)
        movie.year = nil
        #expect(movie.value(forKey: "year") == nil)
        #expect(movie.value(forKey: "caption") as? String == "Solaris (0)")
        #expect(movie.primitiveTitle == "Solaris")
        movie.primitiveTitle = "Mirror"
        #expect(movie.title == "Mirror")
    }

    @Test("MOD-190 relationships are typed and keep their inverses", arguments: Stack.Kind.allCases)
    func relationships(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        let movie = Movie(context: context)
        let reviews = (0..<3).map { _ in Review(context: context) }
        movie.reviews = Set(reviews.prefix(2))
        movie.addToReviews(reviews[2])
        #expect(reviews.allSatisfy { $0.movie === movie })
        movie.removeFromReviews(reviews[0])
        #expect(reviews[0].movie == nil)
        reviews[0].movie = movie
        #expect(movie.reviews == Set(reviews))
        let actors = ["A", "B", "C"].map { name in
            let actor = Actor(context: context)
            actor.name = name
            return actor
        }
        movie.actors = [actors[2], actors[0]]
        movie.insertIntoActors(actors[1], at: 1)
        #expect(movie.actors.map(\.name) == ["C", "B", "A"])
        #expect(actors[1].movies == [movie])
        movie.title = "M"
        try context.save()
        let other = stack.context()
        let read = try #require(try other.fetch(Movie.fetchRequest()).first)
        #expect(read.actors.map(\.name) == ["C", "B", "A"])
        #expect(read.reviews.count == 3)
        #expect(read.reviewCount == 3)
        other.delete(read)
        try other.save()
        #expect(try other.count(for: Review.fetchRequest()) == 0)
        #expect(try other.count(for: Actor.fetchRequest()) == 3)
    }

    @Test("MOD-190 a subclass has the slots of its superclass and its own", arguments: Stack.Kind.allCases)
    func inheritance(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        let documentary = Documentary(context: context)
        documentary.title = "Koyaanisqatsi"
        documentary.subject = "balance"
        documentary.depth = 9
        documentary.year = 1982
        #expect(documentary.title == "Koyaanisqatsi")
        #expect(documentary.subject == "balance")
        #expect(documentary.depth == 9)
        try context.save()
        let other = stack.context()
        let read = try #require(try other.fetch(Movie.fetchRequest()).first as? Documentary)
        #expect(read.subject == "balance")
        #expect(read.depth == 9)
        #expect(read.year == 1982)
        #expect(read.genre == .drama)
    }

    @Test("MOD-172 a fetched property is typed", arguments: Stack.Kind.allCases)
    func fetched(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        let movies = ["B", "A", "C"].map { title in
            let movie = Movie(context: context)
            movie.title = title
            movie.year = title == "C" ? 1 : 2
            return movie
        }
        try context.save()
        #expect(movies[0].contemporaries == [movies[1]])
    }

    @Test("Validation refuses what the declaration does not allow")
    func validation() throws {
        let stack = try stack(.inMemory)
        let context = stack.context()
        let documentary = Documentary(context: context)
        documentary.title = String(repeating: "x", count: 21)
        documentary.depth = 11
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == 1560)
        let codes = (error?.userInfo["NSDetailedErrors"] as? [NSError])?.map(\.code).sorted()
        #expect(codes == [1610, 1660])
        documentary.title = "x"
        documentary.depth = 10
        try context.save()
    }

    @Test("MOD-76 a unique attribute of a superclass stops the second object", arguments: Stack.Kind.allCases)
    func unique(_ kind: Stack.Kind) throws {
        let stack = try stack(kind)
        let context = stack.context()
        for _ in 0..<2 { Actor(context: context).name = "Same" }
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == 133021)
    }

    @Test("Primitives of every kind are typed and do not dirty the object")
    func primitives() throws {
        let stack = try stack(.sqlite)
        let context = stack.context()
        let movie = Movie(context: context)
        let review = Review(context: context)
        try context.save()
        movie.primitiveGenre = .comedy
        movie.primitiveRating = .fair
        movie.primitivePlace = Place(street: "P", zip: nil, floor: 1)
        movie.primitiveCut = Cut(scenes: [], minutes: 3)
        movie.primitiveTags = ["t"]
        movie.primitiveYear = 7
        movie.primitiveNote = Movie.Note(text: "n")
        #expect(!movie.isUpdated)
        #expect(movie.genre == .comedy)
        #expect(movie.rating == .fair)
        #expect(movie.place?.street == "P")
        #expect(movie.cut.minutes == 3)
        #expect(movie.tags == ["t"])
        #expect(movie.year == 7)
        #expect(movie.note?.text == "n")
        review.primitiveMovie = movie
        #expect(review.movie === movie)
        #expect(!review.isUpdated)
    }

    @Test("TRN-174 MOD-192 key-value coding finds computed properties of extensions")
    func extensionKeys() throws {
        let stack = try stack(.inMemory)
        let context = stack.context()
        let movie = Documentary(context: context)
        movie.title = "m"
        #expect(movie.value(forKey: "label") as? String == "m: drama")
        movie.setValue("NEW", forKey: "upperTitle")
        #expect(movie.title == "new")
        #expect(movie.value(forKey: "upperTitle") as? String == "NEW")
        #expect(Movie.keyPathsForValuesAffectingValue(forKey: "label") == ["title", "genre"])
        #expect(Documentary.keyPathsForValuesAffectingValue(forKey: "upperTitle") == ["title"])
        #expect(throws: CoreDataException.self) { try movie.tryValue(forKey: "missing") }
        #expect(throws: CoreDataException.self) { try movie.trySetValue("x", forKey: "label") }
    }

    @Test("TRN-173 a computed property of the class declares what it depends on")
    func dependentKeys() {
        #expect(Movie.keyPathsForValuesAffectingValue(forKey: "caption") == ["title", "year"])
    }

    @Test(
        "A type's own initial value is made for each object, and a value that is set before insertion stays")
    func initialValues() throws {
        let stack = try stack(.inMemory)
        let context = stack.context()
        let first = Movie(context: context)
        let second = Movie(context: context)
        #expect(first.id != second.id)
        let third = Movie(entity: first.entity, insertInto: nil)
        let id = UUID()
        third.id = id
        context.insert(third)
        #expect(third.id == id)
    }
}
