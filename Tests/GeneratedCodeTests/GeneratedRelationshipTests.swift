// SPDX-License-Identifier: Apache-2.0
// Generated methods of relationships at run time, and fetched properties.

import CoreData
import Foundation
import Testing

@Suite("Generated relationship methods") struct GeneratedRelationshipTests {
    private let cinema: Cinema
    private let movie: Movie
    private let reviews: [Review]

    init() throws {
        cinema = try Cinema()
        movie = Movie(context: cinema.context)
        let context = cinema.context
        reviews = (0..<4).map { index in
            let review = Review(context: context)
            review.stars = Int16(index)
            return review
        }
    }

    private var stars: [Int16] { movie.reviews?.array.compactMap { ($0 as? Review)?.stars } ?? [] }

    @Test("MOD-190 a to-one relationship keeps its inverse")
    func toOne() throws {
        let lang = Person(context: cinema.context)
        movie.director = lang
        #expect(lang.directed == NSSet(object: movie))
        #expect(movie.primitiveDirector === lang)
        movie.director = nil
        #expect(lang.directed?.count == 0)
    }

    @Test("MOD-190 members of an unordered relationship, one by one, as a set, and all at once")
    func unordered() throws {
        let actors = (0..<3).map { _ in Actor(context: cinema.context) }
        movie.addToCast(actors[0])
        movie.addToCast(NSSet(array: [actors[1], actors[2]]))
        #expect(movie.cast == NSSet(array: actors))
        #expect(actors.allSatisfy { $0.movies == NSSet(object: movie) })
        movie.removeFromCast(actors[1])
        #expect(movie.cast == NSSet(array: [actors[0], actors[2]]))
        movie.removeFromCast(NSSet(array: [actors[0]]))
        #expect(movie.cast == NSSet(array: [actors[2]]))
        movie.cast = NSSet(array: [actors[1]])
        #expect(actors.map { $0.movies?.count } == [0, 1, 0])
        movie.cast = nil
        #expect(movie.cast?.count == 0)
    }

    @Test("PRG-37 a member added to an unread relationship and removed from it is none")
    func unread() throws {
        let actors = (0..<2).map { _ in Actor(context: cinema.context) }
        (movie.title, movie.year) = ("t", 1931)
        movie.addToCast(actors[0])
        try cinema.context.save()
        cinema.context.refreshAllObjects()
        movie.addToCast(actors[0])
        movie.removeFromCast(actors[0])
        movie.removeFromCast(actors[1])
        movie.addToCast(actors[1])
        try cinema.context.save()
        #expect(movie.cast == NSSet(object: actors[1]))
        #expect(actors.map { $0.movies?.count } == [0, 1])
    }

    @Test("MOD-190 members of an ordered relationship are added and removed at the end")
    func ordered() throws {
        movie.addToReviews(reviews[2])
        movie.addToReviews(NSOrderedSet(array: [reviews[0], reviews[1]]))
        #expect(stars == [2, 0, 1])
        movie.removeFromReviews(reviews[0])
        #expect(stars == [2, 1])
        movie.removeFromReviews(NSOrderedSet(array: [reviews[1], reviews[2]]))
        #expect(stars.isEmpty)
        #expect(reviews.allSatisfy { $0.movie == nil })
    }

    @Test("MOD-190 members of an ordered relationship have their places")
    func places() throws {
        movie.reviews = NSOrderedSet(array: [reviews[0], reviews[1]])
        movie.insertIntoReviews(reviews[2], at: 0)
        #expect(stars == [2, 0, 1])
        movie.replaceReviews(at: 1, with: reviews[3])
        #expect(stars == [2, 3, 1])
        movie.removeFromReviews(at: 0)
        #expect(stars == [3, 1])
        let indexes = NSMutableIndexSet(index: 0)
        indexes.add(2)
        movie.insertIntoReviews([reviews[2], reviews[0]], at: indexes)
        #expect(stars == [2, 3, 0, 1])
        movie.removeFromReviews(at: indexes)
        #expect(stars == [3, 1])
        movie.replaceReviews(
            at: NSIndexSet(indexesIn: NSRange(location: 0, length: 2)), with: [reviews[0], reviews[2]])
        #expect(stars == [0, 2])
    }

    @Test("a fetched property is an array of its class")
    func fetched() throws {
        let other = Movie(context: cinema.context)
        for each in [movie, other] {
            each.title = "t"
            each.year = 1931
        }
        try cinema.context.save()
        #expect(Set(try #require(movie.sameYear)) == [movie, other])
    }
}
