// SPDX-License-Identifier: Apache-2.0
// What @ManagedObject reports about relationships, fetched properties and dependent keys.

import Testing

@Suite struct RelationshipDiagnosticsTests {
    @Test("MOD-157 a to-many relationship without an inverse gets a warning") func missingInverse() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship var reviews: Set<Review>
                @Relationship(deleteRule: .cascade) var scenes: [Scene]
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "missingInverse",
                    message: "relationship 'reviews' has no inverse: changes of 'Review' objects "
                        + "cannot follow; say 'inverse:', or 'inverse: nil' when it shall "
                        + "have none",
                    line: 2, column: 6, remedies: ["say 'inverse:'"]),
                .init(
                    id: "missingInverse",
                    message: "relationship 'scenes' has no inverse: changes of 'Scene' objects "
                        + "cannot follow; say 'inverse:', or 'inverse: nil' when it shall "
                        + "have none",
                    line: 3, column: 6, remedies: ["say 'inverse:'"]),
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    @Relationship(inverse: \"<#name#>\") "
            ])
        #expect(
            expansion.replacements(ofReport: 1) == [
                "\n    @Relationship(inverse: \"<#name#>\", deleteRule: .cascade) "
            ])
    }

    @Test("an inverse by key path, by name or none on purpose needs no remark") func namedInverse() {
        let expansion = Expansion(
            #"""
            @ManagedObject class Movie: NSManagedObject {
                @Relationship(inverse: \Review.movie) var reviews: Set<Review>
                @Relationship(inverse: "movie") var scenes: [Scene]
                @Relationship(inverse: nil) var stills: Set<Still>
                @Relationship var studio: Studio?
            }
            """#)
        #expect(expansion.reports == [])
    }

    @Test("an inverse is one property") func inversePath() {
        let expansion = Expansion(
            #"""
            @ManagedObject class Movie: NSManagedObject {
                @Relationship(inverse: \Review.movie.studio) var reviews: Set<Review>
                @Relationship(inverse: name()) var studio: Studio?
            }
            """#)
        #expect(
            expansion.reports == [
                .init(
                    id: "inversePath",
                    message: "the inverse of relationship 'reviews' must be one property of its "
                        + "destination: a key path such as \\Review.movie, or its name",
                    line: 2, column: 28),
                .init(
                    id: "inversePath",
                    message: "the inverse of relationship 'studio' must be one property of its "
                        + "destination: a key path such as \\Review.movie, or its name",
                    line: 3, column: 28),
            ])
    }

    @Test("a to-one relationship is optional") func toOneOptional() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship(inverse: nil) var studio: Studio
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "toOneOptional",
                    message: "to-one relationship 'studio' must have an optional type, because "
                        + "its destination may be missing or deleted; a to-many relationship "
                        + "is 'Set<Studio>' or '[Studio]'",
                    line: 2, column: 45, remedies: ["make the type 'Studio?'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "Studio?"
            ])
    }

    @Test("a to-many relationship is not optional") func toManyOptional() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship(inverse: "movie") var reviews: Set<Review>?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "toManyOptional",
                    message: "to-many relationship 'reviews' cannot be optional: without "
                        + "destinations it is empty",
                    line: 2, column: 50, remedies: ["remove '?'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "Set<Review>"
            ])
    }

    @Test("a relationship leads to objects") func relationshipType() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship var name: String?
                @Relationship(inverse: nil) var numbers: Set<Int>
                @Relationship var byName: [String: Movie]
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "relationshipType",
                    message: "relationship 'name' cannot have the type 'String?': a to-one "
                        + "relationship is an optional object, a to-many one a Set or an "
                        + "Array of objects",
                    line: 2, column: 29),
                .init(
                    id: "relationshipType",
                    message: "relationship 'numbers' cannot have the type 'Set<Int>': a to-one "
                        + "relationship is an optional object, a to-many one a Set or an "
                        + "Array of objects",
                    line: 3, column: 46),
                .init(
                    id: "relationshipType",
                    message: "relationship 'byName' cannot have the type '[String: Movie]': a "
                        + "to-one relationship is an optional object, a to-many one a Set or "
                        + "an Array of objects",
                    line: 4, column: 31),
            ])
    }

    @Test("an untyped collection must say its destination") func destinationUnknown() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship var reviews: NSSet?
                @Relationship(to: Review.self) var scenes: NSOrderedSet?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "destinationUnknown",
                    message: "relationship 'reviews' of type NSSet must say its destination: "
                        + "@Relationship(to: Review.self)",
                    line: 2, column: 32)
            ])
    }

    @Test("an initial value is nil or empty") func relationshipDefault() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship var studio: Studio? = Studio()
                @Relationship(inverse: nil) var reviews: Set<Review> = []
                @Relationship var other: Movie? = nil
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "relationshipDefault",
                    message: "relationship 'studio' cannot have an initial value other than nil "
                        + "or []: set it in awakeFromInsert()",
                    line: 2, column: 41, remedies: ["remove the initial value"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "studio: Studio?"
            ])
    }

    @Test("options of attributes are refused") func relationshipOptions() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship(.unique) var studio: Studio?
                @Relationship(.required) var other: Movie?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "relationshipOption",
                    message: "'.unique' is for attributes; 'studio' is a relationship",
                    line: 2, column: 19)
            ])
    }

    @Test("MOD-159 counts must make sense") func counts() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Relationship(inverse: nil, minimum: 3, maximum: 2) var reviews: Set<Review>
                @Relationship(inverse: nil, maximum: 1) var scenes: Set<Scene>
                @Relationship(minimum: 2) var studio: Studio?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "countRange",
                    message: "relationship 'reviews' cannot have at least 3 and at most 2 "
                        + "destinations",
                    line: 2, column: 54),
                .init(
                    id: "toManyMaximum",
                    message: "relationship 'scenes' with at most 1 destination is a to-one "
                        + "relationship: give it an optional type",
                    line: 3, column: 42),
                .init(
                    id: "toOneCount",
                    message: "to-one relationship 'studio' has one destination at most: "
                        + "'minimum:' and 'maximum:' are for to-many ones; '.required' makes "
                        + "it non-optional",
                    line: 4, column: 28),
            ])
    }

    @Test("MOD-172 a fetched property is an array") func fetchedType() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @FetchedProperty("year == 1") var first: Movie?
                @FetchedProperty("year == 1") var all: Set<Movie>
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "fetchedType",
                    message: "fetched property 'first' must be an Array of managed objects, not "
                        + "'Movie?'",
                    line: 2, column: 46),
                .init(
                    id: "fetchedType",
                    message: "fetched property 'all' must be an Array of managed objects, not "
                        + "'Set<Movie>'",
                    line: 3, column: 44),
            ])
    }

    @Test("a fetched property has no initial value") func fetchedDefault() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @FetchedProperty("year == 1") var all: [Movie] = []
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "fetchedDefault",
                    message: "fetched property 'all' cannot have an initial value: it shows what "
                        + "its predicate finds",
                    line: 2, column: 54, remedies: ["remove the initial value"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "all: [Movie]"
            ])
    }

    @Test("a key cannot depend on itself") func dependsOnItself() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @DependsOn("caption") var caption: String { "" }
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "dependsOnItself",
                    message: "property 'caption' cannot depend on itself",
                    line: 2, column: 16)
            ])
    }

    @Test("keys are literals or key paths") func unreadableKey() {
        let expansion = Expansion(
            #"""
            @ManagedObject class Movie: NSManagedObject {
                @DependsOn(key) var caption: String { "" }
                @DependsOn(\Movie.title, "studio.name") var label: String { "" }
            }
            """#)
        #expect(
            expansion.reports == [
                .init(
                    id: "unreadableKey",
                    message: "@DependsOn of 'caption' needs string literals or key paths such as "
                        + "\\Person.firstName",
                    line: 2, column: 16)
            ])
    }
}
