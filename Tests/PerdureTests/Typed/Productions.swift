// SPDX-License-Identifier: Apache-2.0
// Classes that declare their entities, written by hand in the form that macros expand to.

import Foundation
import Perdure

enum Status: String { case draft, released }

enum Stars: Int16 { case one = 1, two, three }

struct Location: CompositeValue, Equatable {
    var street = "Main Street"
    var zip: String?
    var floor: Int32 = 0
    var status = Status.draft
    var point = Point()

    struct Point: CompositeValue, Equatable {
        var x = 0.0
        var y: Double?
    }
}

extension Status: Codable {}

struct Settings: Codable, Equatable {
    var volumes: [Double] = []
    var isLoud = false
}

class Production: NSManagedObject {
    var title: String {
        get { _string(at: 1) ?? "" }
        set { _setString(newValue, at: 1) }
    }
    var settings: Settings {
        get { _attribute(at: 0, as: Settings.self) ?? Settings() }
        set { _setAttribute(newValue, at: 0) }
    }

    override class var _entityDeclaration: EntityDeclaration? {
        EntityDeclaration(
            "Production", of: Production.self, isAbstract: true,
            properties: [
                .attribute("settings", as: Settings.self, isOptional: false, default: Settings()),
                .attribute(
                    "title", as: String.self, isOptional: false, options: [.unique, .maximumLength(80)]),
            ])
    }
}

final class Screening: Production {
    var location: Location? {
        get { _attribute(at: 2, as: Location.self) }
        set { _setAttribute(newValue, at: 2) }
    }
    var mood: Mood? {
        get { _transient(at: 3, as: Mood.self) }
        set { _setTransient(newValue, at: 3) }
    }
    var opinions: Set<Opinion> {
        get { _members(at: 4, as: Opinion.self) }
        set { _setToMany(Array(newValue), at: 4) }
    }
    var stars: Stars? {
        get { _attribute(at: 5, as: Stars.self) }
        set { _setAttribute(newValue, at: 5) }
    }
    var status: Status {
        get { _attribute(at: 6, as: Status.self) ?? .draft }
        set { _setAttribute(newValue, at: 6) }
    }
    var tags: [String] {
        get { _attribute(at: 7, as: [String].self) ?? [] }
        set { _setAttribute(newValue, at: 7) }
    }

    struct Mood: Equatable { var colour: String }

    override class var _entityDeclaration: EntityDeclaration? {
        EntityDeclaration(
            "Screening", of: Screening.self,
            properties: [
                .attribute("location", as: Location.self, isOptional: true),
                .transient("mood", as: Mood.self, isOptional: true),
                .relationship(
                    "opinions", to: Opinion.self, isToMany: true, isOrdered: false, inverse: "film",
                    deleteRule: .cascade),
                .attribute("stars", as: Stars.self, isOptional: true),
                .attribute("status", as: Status.self, isOptional: false, default: .draft),
                .attribute("tags", as: [String].self, isOptional: false, default: []),
            ],
            indexes: [.index("byStars", on: "stars", .descending("title"), where: "stars > 1")],
            userInfo: ["kind": "moving"], configurations: ["Cinema"])
    }
}

final class Opinion: NSManagedObject {
    var film: Screening? {
        get { _toOne(at: 0, as: Screening.self) }
        set { _setToOne(newValue, at: 0) }
    }

    override class var _entityDeclaration: EntityDeclaration? {
        EntityDeclaration(
            "Opinion", of: Opinion.self,
            properties: [
                .relationship("film", to: Screening.self, isToMany: false, isOrdered: false),
                .attribute("text", as: String.self, isOptional: true, originalName: "words"),
            ])
    }
}
