// SPDX-License-Identifier: Apache-2.0
// What @ManagedObject reports about a class as a whole: message, place and remedy.

import Testing

@Suite struct ClassDiagnosticsTests {
    @Test("a struct is refused and can become a class") func structure() {
        let expansion = Expansion(
            """
            @ManagedObject struct Movie {}
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "notAClass",
                    message: "@ManagedObject needs a class, because managed objects are objects; "
                        + "this is a struct",
                    line: 1, column: 16, remedies: ["replace 'struct' with 'final class'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "final class "
            ])
    }

    @Test("an actor is refused and can become a class") func actor() {
        let expansion = Expansion(
            """
            @ManagedObject actor Movie {}
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "notAClass",
                    message: "@ManagedObject needs a class, because managed objects are objects; "
                        + "this is an actor",
                    line: 1, column: 16, remedies: ["replace 'actor' with 'final class'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "final class "
            ])
    }

    @Test("an enum is refused") func enumeration() {
        let expansion = Expansion(
            """
            @ManagedObject enum Movie {}
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "notAClass",
                    message: "@ManagedObject needs a class, because managed objects are objects; "
                        + "this is an enum",
                    line: 1, column: 16)
            ])
    }

    @Test("a class without a superclass can inherit from NSManagedObject") func noSuperclass() {
        let expansion = Expansion(
            """
            @ManagedObject final class Movie {}
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "noSuperclass",
                    message: "class 'Movie' must inherit from NSManagedObject or from another "
                        + "@ManagedObject class",
                    line: 1, column: 28, remedies: ["inherit from NSManagedObject"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "@ManagedObject final class Movie: NSManagedObject {}"
            ])
    }

    @Test("a protocol first in the inheritance clause is no superclass") func protocolFirst() {
        let expansion = Expansion(
            """
            @ManagedObject final class Movie: Identifiable {}
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "noSuperclass",
                    message: "class 'Movie' must inherit from NSManagedObject or from another "
                        + "@ManagedObject class",
                    line: 1, column: 28, remedies: ["inherit from NSManagedObject"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "@ManagedObject final class Movie: NSManagedObject, Identifiable {}"
            ])
    }

    @Test("a generic class is refused") func genericClass() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie<T>: NSManagedObject {}
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "genericClass",
                    message: "class 'Movie' cannot be generic: an entity belongs to one class",
                    line: 1, column: 27)
            ])
    }

    @Test("an empty entity name is refused") func emptyEntityName() {
        let expansion = Expansion(
            """
            @ManagedObject("") class Movie: NSManagedObject {}
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "emptyEntityName",
                    message: "the entity of class 'Movie' needs a name; leave the argument out "
                        + "to use the class's",
                    line: 1, column: 16)
            ])
    }

    @Test("MOD-70 a uniqueness constraint names attributes of the class") func unknownConstraintMember() {
        let expansion = Expansion(
            """
            @ManagedObject(unique: [["title", "yeer"]]) class Movie: NSManagedObject {
                var title: String = ""
                var year: Int?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "unknownConstraintMember",
                    message: "'yeer' in 'unique:' is no attribute of entity 'Movie'",
                    line: 1, column: 35)
            ])
    }

    @Test("MOD-71 a subclass's constraint may name inherited attributes") func inheritedConstraintMember() {
        let expansion = Expansion(
            """
            @ManagedObject(unique: [["title"]]) class Sequel: Movie {
                var number: Int = 2
            }
            """)
        #expect(expansion.reports == [])
    }

    @Test("MOD-72 relationships, transient and derived attributes cannot be in a constraint")
    func illegalConstraintMember() {
        let expansion = Expansion(
            """
            @ManagedObject(unique: [["other"], ["mood"], ["length"]]) class Movie: NSManagedObject {
                @Relationship var other: Movie?
                @Transient var mood: String?
                @Derived("length:(title)") var length: Int
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "illegalConstraintMember",
                    message: "'other' cannot be in 'unique:', because it is a relationship",
                    line: 1, column: 26),
                .init(
                    id: "illegalConstraintMember",
                    message: "'mood' cannot be in 'unique:', because it is transient",
                    line: 1, column: 37),
                .init(
                    id: "illegalConstraintMember",
                    message: "'length' cannot be in 'unique:', because it is derived",
                    line: 1, column: 47),
            ])
    }

    @Test("a stored property in #if is refused") func conditionalProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                #if DEBUG
                var note: String?
                #endif
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "conditionalProperty",
                    message: "property 'note' stands in '#if': a model cannot depend on a "
                        + "condition; move it out or mark it with @Ignored",
                    line: 3, column: 9, remedies: ["write '@Ignored'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    @Ignored var note: String?"
            ])
    }

    @Test("MOD-80 an index names properties of the class") func unknownIndexElement() {
        let expansion = Expansion(
            """
            @ManagedObject(indexes: [.index("byYear", on: "yeer", .descending("title"), .expression("lowercase:(title)", .stringAttributeType), where: "year > 0")])
            class Movie: NSManagedObject {
                var title: String = ""
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "unknownIndexElement",
                    message: "'yeer' in 'indexes:' is no attribute or relationship of entity 'Movie'",
                    line: 1, column: 47)
            ])
    }

    @Test("MOD-81 there is no index on transient properties and to-many relationships")
    func illegalIndexElement() {
        let expansion = Expansion(
            """
            @ManagedObject(indexes: [.index("one", on: "mood"), .index("two", on: "reviews", "studio")])
            class Movie: NSManagedObject {
                @Transient var mood: String?
                @Relationship(inverse: nil) var reviews: Set<Review>
                @Relationship var studio: Studio?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "illegalIndexElement",
                    message: "there can be no index on 'mood', because it is transient",
                    line: 1, column: 44),
                .init(
                    id: "illegalIndexElement",
                    message: "there can be no index on 'reviews', because it is a to-many "
                        + "relationship",
                    line: 1, column: 71),
            ])
    }

    @Test("MD-10 an R-tree index needs numbers") func regionIndex() {
        let expansion = Expansion(
            """
            @ManagedObject(indexes: [.index("place", on: .rTree("latitude"), .rTree("name"))])
            class Place: NSManagedObject {
                var latitude: Double = 0
                var name: String = ""
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "regionIndex",
                    message: "an R-tree index needs numbers; 'name' is 'String'",
                    line: 1, column: 73)
            ])
    }

    @Test("MOD-80 names of indexes are unique") func duplicateIndex() {
        let expansion = Expansion(
            """
            @ManagedObject(indexes: [.index("a", on: "year"), .index("a", on: "year")])
            class Movie: NSManagedObject {
                var year: Int = 0
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "duplicateIndex",
                    message: "there are two indexes named 'a'; choose another name",
                    line: 1, column: 58)
            ])
    }

    @Test("markers outside a managed class say so") func misplacedMarkers() {
        let expansion = Expansion(
            """
            class Movie {
                @Attribute(.unique) var title: String = ""
            }
            @ManagedObject class Review: NSManagedObject {
                @Transient func text() {}
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "misplacedMarker",
                    message: "@Attribute has a meaning only on a property of a @ManagedObject class",
                    line: 2, column: 5),
                .init(
                    id: "misplacedMarker",
                    message: "@Transient has a meaning only on a property of a @ManagedObject class",
                    line: 5, column: 5),
            ])
    }

    @Test("@DependsOn outside a class and an extension says so") func misplacedDependency() {
        let expansion = Expansion(
            """
            @DependsOn("title") var caption: String { "" }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "misplacedDependency",
                    message: "@DependsOn has a meaning only on a property of a @ManagedObject "
                        + "class, or on a computed property in an extension of a managed "
                        + "object's class",
                    line: 1, column: 1)
            ])
    }
}
