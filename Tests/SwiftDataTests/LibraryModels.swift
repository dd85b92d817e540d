// SPDX-License-Identifier: Apache-2.0
// A library of models for the tests of this target: relationships of all kinds, constraints, forms of values, a hierarchy.

import SwiftData

enum Rank: String, Codable { case low, high, top }
enum Mood: Codable, Equatable { case calm, merry, sad }
enum Medium: Codable, Equatable {
    case file(path: String)
    case paper
}

struct Place: Codable, Equatable {
    var city: String
    var floor: Int?
    var tags: [String] = []
}

@Model
final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
    var born: Date?
    @Transient var isSelected = false
    private(set) var visits = 0
    var label: String { "\(name) (\(visits))" }

    init(name: String) { self.name = name }

    func visit() { visits += 1 }
}

@Model
final class Book {
    #Index<Book>([\.title], [\.title, \.pages])
    var title: String
    var pages: Int = 100
    var author: Author?
    var labels: [Label]
    var rank: Rank = .low
    var mood: Mood?
    var medium: Medium = .paper
    var place: Place?
    var codes: [String] = []
    var isbn: UUID = UUID()

    init(title: String, author: Author? = nil, labels: [Label] = []) {
        self.title = title
        self.author = author
        self.labels = labels
    }
}

@Model
final class Label {
    var text: String
    var books: [Book] = []

    init(_ text: String) { self.text = text }
}

@Model
class Trip {
    var name: String
    var days: Int = 2

    init(name: String) { self.name = name }

    var label: String { "\(name) \(days)" }
}

@Model
final class BusinessTrip: Trip {
    var perDiem: Double
    var code: String

    init(name: String, perDiem: Double) {
        self.perDiem = perDiem
        code = "B"
        super.init(name: name)
        days = 3
    }

    override var label: String { "\(super.label) \(perDiem) \(code)" }
}

/// Stores in memory, one for each call.
enum Library {
    static let types: [any PersistentModel.Type] = [
        Author.self, Book.self, Label.self, Trip.self, BusinessTrip.self,
    ]

    static func container() throws -> ModelContainer {
        try ModelContainer(for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    static func context() throws -> ModelContext { ModelContext(try container()) }
}
