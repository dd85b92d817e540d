// SPDX-License-Identifier: Apache-2.0
// Classes in the form that generated code has, by hand: for the suites of Typed.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// As a macro writes it: the table is an override.
class Work: NSManagedObject {
    override class var _classProperties: ClassProperties? {
        ClassProperties(Work.self, slots: ["director", "title", "year"]) { root in
            func names<R: Work>(_: R.Type) -> [AnyKeyPath: String] {
                [\R.director: "director", \R.title: "title", \R.year: "year"]
            }
            guard let root = root as? any (Work & _KeyPathRoot).Type else { return [:] }
            return names(root)
        }
    }

    var director: Director? {
        get { _toOne(at: 0, as: Director.self) }
        set { _setToOne(newValue, at: 0) }
    }
    var title: String {
        get { _string(at: 1) ?? "" }
        set { _setString(newValue, at: 1) }
    }
    var year: Int? {
        get { _integer(at: 2).map(Int.init) }
        set { _setInteger(newValue.map(Int64.init), at: 2) }
    }
}

/// A subclass with a table of its own.
final class Movie: Work {
    override class var _classProperties: ClassProperties? {
        ClassProperties(Movie.self, slots: ["director", "title", "year", "length"]) { root in
            func names<R: Movie>(_: R.Type) -> [AnyKeyPath: String] { [\R.length: "length"] }
            guard let root = root as? any (Movie & _KeyPathRoot).Type else { return [:] }
            return names(root)
        }
    }

    var length: Double {
        get { _double(at: 3) }
        set { _setDouble(newValue, at: 3) }
    }
}

/// A subclass without one.
final class Play: Work {}

/// A class whose table generated code can only add.
class Director: NSManagedObject {
    var name: String? {
        get { _string(at: 0) }
        set { _setString(newValue, at: 0) }
    }
    var works: Set<Work> {
        get { _members(at: 1, as: Work.self) }
        set { _setToMany(Array(newValue), at: 1) }
    }
}

extension Director {
    final class _ClassProperties: _ClassPropertiesProvider {
        static var properties: ClassProperties {
            ClassProperties(Director.self, slots: ["name", "works"]) { root in
                func names<R: Director>(_: R.Type) -> [AnyKeyPath: String] {
                    [\R.name: "name", \R.works: "works"]
                }
                guard let root = root as? any (Director & _KeyPathRoot).Type else { return [:] }
                return names(root)
            }
        }
    }
}

/// A subclass whose superclass has only a nested table.
final class StageDirector: Director {}

/// What generic code knows of a work.
protocol Titled: AnyObject {
    var title: String { get }
}

extension Work: Titled {
    /// Computed, in no table.
    var shout: String { title.uppercased() }

    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Work", isAbstract: true, className: "PerdureTests.Work",
                .toOne("director", "Director", inverse: "works"), .attribute("title"),
                .attribute("year", .integer64AttributeType)),
            EntitySketch(
                "Movie", parent: "Work", className: "PerdureTests.Movie",
                .attribute("length", .doubleAttributeType)),
            EntitySketch("Play", parent: "Work", className: "PerdureTests.Play"),
            EntitySketch(
                "Director", className: "PerdureTests.Director", .attribute("name"),
                .toMany("works", "Work", inverse: "director")))
    }
}

/// In no model.
final class Unmodeled: NSManagedObject {
    var name: String? { _string(at: 0) }
}
