// SPDX-License-Identifier: Apache-2.0
// The model: three classes, an enumeration, and two structs.

import CoreData
import PerdureMacros

/// Stored as its raw value.
enum Status: String {
    case announced, released
}

/// Plain members: a composite attribute, one column for each.
struct Address: CompositeValue {
    var street = ""
    var city = ""
}

/// Anything Codable: stored as JSON.
struct Credits: Codable, Equatable {
    var writers: [String] = []
    var minutes: [String: Int] = [:]
}

@ManagedObject(unique: [["title", "year"]], indexes: [.index("byYear", on: "year", .descending("title"))])
final class Movie: NSManagedObject {
    @Attribute(.maximumLength(80)) var title: String = ""
    var year: Int?
    var status: Status = .announced
    var credits: Credits = Credits()
    var id: UUID = UUID()
    @Transient var isSelected = false
    @Derived("reviews.@count") var reviewCount: Int
    @Relationship(inverse: \Review.movie, deleteRule: .cascade) var reviews: Set<Review>
    @Relationship(inverse: "movies") var studio: Studio?
}

@ManagedObject final class Review: NSManagedObject {
    var text: String = ""
    @Attribute(.range(1...5)) var stars: Int = 3
    @Relationship var movie: Movie?
}

@ManagedObject final class Studio: NSManagedObject {
    @Attribute(.unique) var name: String = ""
    @Attribute(default: Address()) var address: Address
    @Relationship(inverse: "studio") var movies: [Movie]
}
