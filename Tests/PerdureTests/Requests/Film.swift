// SPDX-License-Identifier: Apache-2.0
// Films, people and reviews: classes as generated code has them, and their model; for the suites of Requests.

import Foundation
import Perdure
import PerdureTestSupport

enum FilmStatus: String, Codable, CaseIterable { case draft, done }
enum FilmLevel: Int, Codable, CaseIterable { case low, high }

final class Film: NSManagedObject {
    static let codes = (0..<5).compactMap { UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") }

    static func date(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 1000) }

    static let keys = [
        "aired", "born", "code", "director", "level", "liked", "link", "mood", "note", "price", "producer",
        "rank", "released", "reviews", "score", "seen", "status", "title", "year",
    ]

    override class var _classProperties: ClassProperties? {
        ClassProperties(Film.self, slots: keys) { root in
            func names<R: Film>(_: R.Type) -> [AnyKeyPath: String] {
                [
                    \R.aired: "aired", \R.born: "born", \R.code: "code", \R.director: "director",
                    \R.level: "level", \R.liked: "liked", \R.link: "link", \R.mood: "mood", \R.note: "note",
                    \R.price: "price", \R.producer: "producer", \R.rank: "rank", \R.released: "released",
                    \R.reviews: "reviews", \R.score: "score", \R.seen: "seen", \R.status: "status",
                    \R.title: "title", \R.year: "year",
                ]
            }
            guard let root = root as? any (Film & _KeyPathRoot).Type else { return [:] }
            return names(root)
        }
    }

    var aired: Date? { _date(at: 0) }
    var born: Int? { _integer(at: 1).map(Int.init) }
    var code: UUID { _uuid(at: 2) ?? UUID() }
    var director: FilmPerson? { _toOne(at: 3, as: FilmPerson.self) }
    var level: FilmLevel? { _integer(at: 4).flatMap { FilmLevel(rawValue: Int($0)) } }
    var liked: Bool? { _optionalBool(at: 5) }
    var link: URL? { _url(at: 6) }
    var mood: FilmStatus? { _string(at: 7).flatMap(FilmStatus.init) }
    var note: String? { _string(at: 8) }
    var price: Decimal? { _decimal(at: 9)?.decimalValue }
    var producer: FilmPerson? { _toOne(at: 10, as: FilmPerson.self) }
    var rank: Int { Int(_int64(at: 11)) }
    var released: Date { _date(at: 12) ?? .distantPast }
    var reviews: Set<FilmReview> { _members(at: 13, as: FilmReview.self) }
    var score: Double { _double(at: 14) }
    var seen: Bool { _bool(at: 15) }
    var status: FilmStatus { _string(at: 16).flatMap(FilmStatus.init) ?? .draft }
    var title: String { _string(at: 17) ?? "" }
    var year: Int? { _integer(at: 18).map(Int.init) }
}

final class FilmPerson: NSManagedObject {
    override class var _classProperties: ClassProperties? {
        ClassProperties(FilmPerson.self, slots: ["born", "boss", "films", "name", "produced", "staff"]) {
            root in
            func names<R: FilmPerson>(_: R.Type) -> [AnyKeyPath: String] {
                [\R.born: "born", \R.boss: "boss", \R.films: "films", \R.name: "name"]
            }
            guard let root = root as? any (FilmPerson & _KeyPathRoot).Type else { return [:] }
            return names(root)
        }
    }

    var born: Int? { _integer(at: 0).map(Int.init) }
    var boss: FilmPerson? { _toOne(at: 1, as: FilmPerson.self) }
    var films: Set<Film> { _members(at: 2, as: Film.self) }
    var name: String { _string(at: 3) ?? "" }
}

/// Predicates capture only what is Codable; nobody ever codes one.
extension FilmPerson: Codable, @unchecked Sendable {
    convenience init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }

    func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}

final class FilmReview: NSManagedObject {
    override class var _classProperties: ClassProperties? {
        ClassProperties(FilmReview.self, slots: ["author", "film", "stars", "text"]) { root in
            func names<R: FilmReview>(_: R.Type) -> [AnyKeyPath: String] {
                [\R.author: "author", \R.stars: "stars", \R.text: "text"]
            }
            guard let root = root as? any (FilmReview & _KeyPathRoot).Type else { return [:] }
            return names(root)
        }
    }

    var author: FilmPerson? { _toOne(at: 0, as: FilmPerson.self) }
    var stars: Int { Int(_int64(at: 2)) }
    var text: String? { _string(at: 3) }
}

enum FilmModel {
    static func make() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Film", className: "PerdureTests.Film",
                .attribute("title"), .attribute("note"), .attribute("status"), .attribute("mood"),
                .attribute("year", .integer64AttributeType), .attribute("born", .integer64AttributeType),
                .attribute("rank", .integer64AttributeType), .attribute("level", .integer16AttributeType),
                .attribute("score", .doubleAttributeType), .attribute("price", .decimalAttributeType),
                .attribute("seen", .booleanAttributeType), .attribute("liked", .booleanAttributeType),
                .attribute("released", .dateAttributeType), .attribute("aired", .dateAttributeType),
                .attribute("code", .UUIDAttributeType), .attribute("link", .URIAttributeType),
                .toOne("director", "Person", inverse: "films"),
                .toOne("producer", "Person", inverse: "produced"),
                .toMany("reviews", "Review", inverse: "film")),
            EntitySketch(
                "Person", className: "PerdureTests.FilmPerson",
                .attribute("name"), .attribute("born", .integer64AttributeType),
                .toOne("boss", "Person", inverse: "staff"), .toMany("staff", "Person", inverse: "boss"),
                .toMany("films", "Film", inverse: "director"),
                .toMany("produced", "Film", inverse: "producer")),
            EntitySketch(
                "Review", className: "PerdureTests.FilmReview",
                .attribute("text"), .attribute("stars", .integer64AttributeType), .toOne("author", "Person"),
                .toOne("film", "Film", inverse: "reviews")))
    }

    /// Twelve films in which every attribute that may be nil is so somewhere; three people, some reviews.
    static func fill(_ context: NSManagedObjectContext) {
        let ann = context.insert("Person", ["name": "Ann", "born": 1950])
        let bob = context.insert("Person", ["name": "Bob", "boss": ann])
        let cid = context.insert("Person", ["name": "Ann", "boss": bob, "born": 1930])
        let people: [NSManagedObject?] = [ann, bob, cid, nil]
        for number in 0..<12 {
            let film = context.insert("Film", plain(number))
            for (key, value) in optional(number) { film.setValue(value, forKey: key) }
            film.setValue(people[[0, 1, 2, 3, 0, 3][number % 6]], forKey: "director")
            film.setValue(people[[0, 2, 3, 3, 1][number % 5]], forKey: "producer")
            for place in 0..<(number % 3) {
                let text: String? = [nil, "good", "bad"][(number + place) % 3]
                let author = people[[1, 3, 0][(number + place) % 3]]
                context.insert(
                    "Review", ["stars": number + place, "text": text, "author": author, "film": film])
            }
        }
    }

    private static func plain(_ number: Int) -> [String: Any?] {
        [
            "title": ["Alpha", "Beta", "Zoë", "", "gamma", "Élan"][number % 6], "rank": number % 6,
            "score": Double(number) + 0.5, "seen": number % 2 == 0, "released": Film.date(number % 3),
            "code": Film.codes[number % 5], "status": (number % 5 < 3 ? FilmStatus.draft : .done).rawValue,
        ]
    }

    private static func optional(_ number: Int) -> [String: Any?] {
        let years: [Int?] = [2001, nil, 1990]
        let others: [Int?] = [nil, nil, 1990, 2001, 5, 6]
        let notes: [String?] = [nil, "fine", "in", "", "other", nil]
        let prices: [Decimal?] = [nil, 5.5, 4, 6, nil, 0]
        let moods: [FilmStatus?] = [nil, .draft, .done]
        return [
            "year": years[number % 3], "born": others[number % 6], "note": notes[number % 6],
            "liked": [true, false, nil][number % 3], "aired": number % 2 == 0 ? nil : Film.date(number),
            "price": prices[number % 6].map { NSDecimalNumber(decimal: $0) },
            "mood": moods[number % 3]?.rawValue, "level": [0, 1, nil][number % 3] as Int?,
            "link": [nil, URL(string: "https://b.example"), URL(string: "https://c.example")][number % 3],
        ]
    }
}
