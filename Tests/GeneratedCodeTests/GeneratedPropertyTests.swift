// SPDX-License-Identifier: Apache-2.0
// Generated accessors at run time: every attribute type, by property and by key.

import CoreData
import Foundation
import Observation
import Testing

@Suite("Generated properties") struct GeneratedPropertyTests {
    private let cinema: Cinema
    private let movie: Movie

    init() throws {
        cinema = try Cinema()
        movie = Movie(context: cinema.context)
    }

    /// Sets a property, reads it back, and compares it with what its key and its primitive value say.
    private func expect<T: Equatable>(
        _ path: ReferenceWritableKeyPath<Movie, T>, _ key: String, _ value: T, stored: (any Equatable)? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        movie[keyPath: path] = value
        #expect(movie[keyPath: path] == value, sourceLocation: location)
        let byKey = movie.value(forKey: key)
        #expect(
            byKey as? T == value || stored != nil, "\(String(describing: byKey))", sourceLocation: location)
        #expect(movie.changedValues()[key] != nil, sourceLocation: location)
    }

    @Test("MOD-190 properties of every type are what their keys are")
    func everyType() throws {
        expect(\.default, "default", "a")
        expect(\.frames, "frames", 1 << 40)
        expect(\.minutes, "minutes", -70_000)
        expect(\.year, "year", 1927)
        expect(\.rank, "rank", NSNumber(value: 3))
        expect(\.isSeen, "isSeen", true)
        expect(\.score, "score", 8.25)
        expect(\.volume, "volume", 0.5)
        expect(\.budget, "budget", NSDecimalNumber(string: "5300000.50"))
        expect(\.released, "released", Date(timeIntervalSinceReferenceDate: 12.5))
        expect(\.poster, "poster", Data([1, 2, 3]))
        expect(\.id, "id", UUID())
        expect(\.homepage, "homepage", URL(string: "https://example.org/a"))
        expect(\.tags, "tags", ["silent", "classic"])
    }

    @Test("a date as a scalar is its seconds since 2001")
    func timeInterval() throws {
        movie.premiere = 60
        #expect(movie.value(forKey: "premiere") as? Date == Date(timeIntervalSinceReferenceDate: 60))
        movie.setValue(nil, forKey: "premiere")
        #expect(movie.premiere == 0)
    }

    @Test("objects read nil, scalars 0, where nothing is set")
    func empty() throws {
        #expect(movie.released == nil)
        #expect(movie.rank == nil)
        #expect(movie.tags == nil)
        #expect(movie.year == 0)
        #expect(movie.primitiveYear == nil)
        #expect(movie.isSeen == false)
        #expect(movie.reviews?.count == 0)
        #expect(movie.cast?.count == 0)
    }

    @Test("a composite is a dictionary that can be changed in place")
    func composite() throws {
        movie.place = ["city": "Berlin"]
        movie.place?["city"] = "Wien"
        #expect(movie.value(forKeyPath: "place.city") as? String == "Wien")
    }

    @Test("MOD-194 a transient attribute holds any Swift value")
    func transientValues() throws {
        movie.cachedScore = Movie.CachedScore(value: 9, votes: 2)
        movie.draft = (1...3)
        #expect(movie.cachedScore == Movie.CachedScore(value: 9, votes: 2))
        #expect(movie.draft as? ClosedRange<Int> == 1...3)
        movie.cachedScore = nil
        #expect(movie.cachedScore == nil)
    }

    @Test("MOD-194 an attribute holds the raw values of its type")
    func rawValues() throws {
        movie.genre = .comedy
        #expect(movie.genre == .comedy)
        #expect(movie.value(forKey: "genre") as? String == "comedy")
        #expect(movie.primitiveGenre == .comedy)
        movie.primitiveGenre = .drama
        #expect(movie.genre == .drama)
        movie.setValue("western", forKey: "genre")
        #expect(movie.genre == nil)
    }

    @Test("MOD-190 primitive values change without an announcement")
    func primitives() throws {
        movie.title = "M"
        try cinema.context.save()
        movie.primitiveYear = 1931
        movie.primitiveReleased = Date(timeIntervalSinceReferenceDate: 1)
        #expect(movie.year == 1931)
        #expect(movie.released == Date(timeIntervalSinceReferenceDate: 1))
        #expect(!movie.hasChanges)
    }

    @Test("values come back from a store")
    func saves() throws {
        movie.title = "M"
        movie.year = 1931
        movie.tags = ["sound"]
        try cinema.context.save()
        cinema.context.reset()
        let found = try #require(try cinema.context.fetch(Movie.fetchRequest()).first)
        #expect(found.title == "«M»")
        #expect(found.primitiveTitle == "M")
        #expect(found.year == 1931)
        #expect(found.tags == ["sound"])
        #expect(found.reviewCount == 0)
    }

    @Test("generated classes are Identifiable, by their attribute where there is one")
    func identity() throws {
        let id = UUID()
        movie.id = id
        func identity<T: Identifiable>(_ value: T) -> T.ID { value.id }
        #expect(identity(movie) == id)
        let review = Review(context: cinema.context)
        #expect(identity(review) == ObjectIdentifier(review))
        let anything: Any = review
        #expect(anything is any Observable)
    }
}
