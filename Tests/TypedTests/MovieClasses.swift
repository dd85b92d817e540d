// SPDX-License-Identifier: Apache-2.0
// The classes of these tests: every kind of property and relationship.

import Foundation
import PerdureMacros

enum Genre: String, Codable, Sendable { case drama, comedy }
enum Rating: Int16, Sendable { case poor = 1, fair, good }

struct Place: CompositeValue, Equatable {
    var street = ""
    var zip: String?
    var floor: Int32 = 0
}

struct Cut: Codable, Equatable {
    var scenes: [String] = []
    var minutes = 0
}

@ManagedObject(
    "MotionPicture", unique: [["title", "year"]],
    indexes: [.index("byYear", on: "year", .descending("title"), where: "year > 1900")],
    originalName: "Film", userInfo: ["owner": "studio"], configurations: ["Main"])
class Movie: NSManagedObject {
    @Attribute(.maximumLength(20), originalName: "name") var title: String = ""
    var year: Int?
    var genre: Genre = .drama
    var rating: Rating?
    var place: Place?
    var cut: Cut = Cut()
    var tags: [String] = []
    var id: UUID = UUID()
    @Transient var isShown = true
    @Transient var note: Note?
    @Derived("reviews.@count") var reviewCount: Int
    @Relationship(inverse: \Review.movie, deleteRule: .cascade) var reviews: Set<Review>
    @Relationship(inverse: "movies") var actors: [Actor]
    @Relationship var sequel: Movie?
    @FetchedProperty("year == $FETCH_SOURCE.year AND SELF != $FETCH_SOURCE", sort: ["title"])
    var contemporaries: [Movie]

    struct Note: Equatable { var text = "" }

    @DependsOn("title", "year") var caption: String { "\(title) (\(year ?? 0))" }
}

@ManagedObject final class Documentary: Movie {
    var subject: String?
    @Attribute(.range(1...10)) var depth: Int = 5
}

@ManagedObject final class Review: NSManagedObject {
    var text: String = ""
    var stars: Int = 3
    @Relationship var movie: Movie?
}

@ManagedObject(isAbstract: true) class Person: NSManagedObject {
    @Attribute(.unique) var name: String = ""
}

@ManagedObject final class Actor: Person {
    @Relationship(inverse: "actors") var movies: Set<Movie>
}
