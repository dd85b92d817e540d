// SPDX-License-Identifier: Apache-2.0
// What the examples in documentation comments take for granted: classes, and names of values. Scripts/check-snippets puts each example
// into a function or a class beside this file, and lets the compiler check all of them.

import CoreData
import Observation
import PerdureMacros

struct RGBA: Codable, Equatable, Sendable {
    var red = 0.0
    static let green = RGBA()
}

struct Location: Codable, Equatable {
    var latitude = 0.0
    var longitude = 0.0

    init(_ latitude: Double, _ longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
}

@ManagedObject final class Movie: NSManagedObject {
    var title: String = ""
    var year: Int = 0
    var genre: String?
    @Relationship(inverse: \Person.movies) var director: Person?
    @Relationship(inverse: \Review.movie, deleteRule: .cascade) var reviews: Set<Review>
}

@ManagedObject final class Review: NSManagedObject {
    var stars: Int = 0
    @Relationship var movie: Movie?
}

@ManagedObject final class Person: NSManagedObject {
    var firstName: String = ""
    var lastName: String = ""
    var name: String = ""
    @Relationship var movies: Set<Movie>
}

@ManagedObject final class Song: NSManagedObject {
    var title: String = ""
    @Relationship(inverse: \Album.songs) var album: Album?
}

@ManagedObject final class Album: NSManagedObject {
    var title: String = ""
    @Relationship var songs: Set<Song>
}

@ManagedObject final class Item: NSManagedObject {
    var name: String = ""
    var points: Int = 0
}

@ManagedObject final class TodoList: NSManagedObject {
    var name: String = ""
}

@ManagedObject final class Book: NSManagedObject {
    var title: String = ""
}

@ManagedObject final class Post: NSManagedObject {
    @Mergeable(.counter) var likes: Int64 = 0
    @Mergeable(.set) var tags: Set<String>
    @Mergeable(.dictionary) var settings: [String: Any]
    @Mergeable(.value) var color: RGBA?
}

@ManagedObject final class Account: NSManagedObject {
    @Mergeable(.counter) var balance: Int64 = 0

    func deposit(_ amount: Int64) { $balance.increment(by: amount) }
}

@ManagedObject final class User: NSManagedObject {
    @Mergeable(.dictionary) var settings: [String: Any]
    @Mergeable(.dictionary) var extras: [String: Any]
}

@ManagedObject final class Domain: NSManagedObject {
    var name: String = ""
}

enum Status: String {
    case draft, done
}

final class Color: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var data: Data { Data() }

    init(_ data: Data) {}
    override init() {}
    init?(coder: NSCoder) { nil }
    func encode(with coder: NSCoder) {}
}

final class ColorTransformer: ValueTransformer {}

enum Library {
    static func firstVersion() -> NSManagedObjectModel { NSManagedObjectModel() }
}

struct Log {
    func error(_ text: String) {}
}

func show(_ objects: [some Any]) {}
func scheduleRedraw() {}

// Names of values that examples use; each example gets those that it does not declare itself.
func value<T>(_ type: T.Type = T.self) -> T { preconditionFailure("Examples are compiled, and never run.") }
