// SPDX-License-Identifier: Apache-2.0
// What @ManagedObject reports about attributes: message, place and remedy.

import Testing

@Suite struct AttributeDiagnosticsTests {
    @Test("a type without a zero needs an initial value or an optional type") func needsDefault() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var date: Date
                var id: UUID
                var link: URL
                var status: Status
                @Attribute(transformer: "T") var color: String
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "needsOptionalOrDefault",
                    message: "property 'date' needs an initial value or an optional type, "
                        + "because 'Date' has no value for an attribute that holds nil",
                    line: 2, column: 15, remedies: ["make the type 'Date?'"]),
                .init(
                    id: "needsOptionalOrDefault",
                    message: "property 'id' needs an initial value or an optional type, because "
                        + "'UUID' has no value for an attribute that holds nil",
                    line: 3, column: 13, remedies: ["make the type 'UUID?'"]),
                .init(
                    id: "needsOptionalOrDefault",
                    message: "property 'link' needs an initial value or an optional type, "
                        + "because 'URL' has no value for an attribute that holds nil",
                    line: 4, column: 15, remedies: ["make the type 'URL?'"]),
                .init(
                    id: "needsOptionalOrDefault",
                    message: "property 'status' needs an initial value or an optional type, "
                        + "because 'Status' has no value for an attribute that holds nil",
                    line: 5, column: 17, remedies: ["make the type 'Status?'"]),
                .init(
                    id: "needsOptionalOrDefault",
                    message: "property 'color' needs an initial value or an optional type, "
                        + "because 'String' has no value for an attribute that holds nil",
                    line: 6, column: 45, remedies: ["make the type 'String?'"]),
            ])
        #expect(expansion.replacements(ofReport: 0) == ["Date?"])
        #expect(expansion.replacements(ofReport: 1) == ["UUID?"])
        #expect(expansion.replacements(ofReport: 2) == ["URL?"])
        #expect(expansion.replacements(ofReport: 3) == ["Status?"])
        #expect(expansion.replacements(ofReport: 4) == ["String?"])
    }

    @Test("MOD-72 a transient attribute cannot be unique, and an index on it has no effect")
    func transientUnique() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Transient @Attribute(.unique) var code: Int = 0
                @Transient @Attribute(.spotlight, .indexed) var name: String?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "optionConflict",
                    message: "attribute 'code' cannot be both transient and unique",
                    line: 2, column: 27, remedies: ["remove '.unique'"]),
                .init(
                    id: "uselessOption",
                    message: "'.indexed' has no effect on attribute 'name': transient attributes "
                        + "are not stored",
                    line: 3, column: 39, remedies: ["remove '.indexed'"]),
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                ""
            ])
        #expect(
            expansion.replacements(ofReport: 1) == [
                ".spotlight"
            ])
    }

    @Test("optional and required exclude each other") func optionalRequired() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute(.optional, .required) var year: Int = 0
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "optionConflict",
                    message: "attribute 'year' cannot be both optional and required",
                    line: 2, column: 27)
            ])
    }

    @Test("MOD-116 external storage is for data") func externalStorage() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute(.externalStorage) var title: String = ""
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "optionNeedsType",
                    message: "'.externalStorage' needs Data; attribute 'title' is 'String'",
                    line: 2, column: 16)
            ])
    }

    @Test("MOD-117 external data is not preserved on deletion") func preservedOnDeletion() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute(.externalStorage, .preservedOnDeletion) var image: Data?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "uselessOption",
                    message: "'.preservedOnDeletion' has no effect on attribute 'image': "
                        + "histories do not keep external data",
                    line: 2, column: 34, remedies: ["remove '.preservedOnDeletion'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                ".externalStorage"
            ])
    }

    @Test("patterns and lengths are for texts") func textOptions() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute(.pattern("[a-z]+")) var year: Int = 0
                @Attribute(.maximumLength(4)) var date: Date?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "optionNeedsType",
                    message: "'.pattern' needs a String; attribute 'year' is 'Int'",
                    line: 2, column: 16),
                .init(
                    id: "optionNeedsType",
                    message: "'.maximumLength' needs a String; attribute 'date' is 'Date'",
                    line: 3, column: 16),
            ])
    }

    @Test("limits are for numbers and dates") func rangeOptions() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute(.range(1...5)) var title: String = ""
                @Attribute(.minimum(1)) var seen: Bool = false
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "optionNeedsType",
                    message: "'.range' needs a number or a Date; attribute 'title' is 'String'",
                    line: 2, column: 16),
                .init(
                    id: "optionNeedsType",
                    message: "'.minimum' needs a number or a Date; attribute 'seen' is 'Bool'",
                    line: 3, column: 16),
            ])
    }

    @Test("MOD-100 the model's type must fit the Swift type") func modelType() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute(type: .stringAttributeType) var year: Int = 0
                @Attribute(type: .integer16AttributeType) var stars: Int = 0
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "typeMismatch",
                    message: "attribute 'year' of Swift type 'Int' cannot be stored as "
                        + "'stringAttributeType'",
                    line: 2, column: 22)
            ])
    }

    @Test("an NSNumber needs the model's type") func numberWithoutType() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var year: NSNumber?
                @Attribute(type: .integer16AttributeType) var stars: NSNumber?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "numberWithoutType",
                    message: "property 'year' of type NSNumber needs its type in the model: "
                        + "@Attribute(type: .integer64AttributeType)",
                    line: 2, column: 15)
            ])
    }

    @Test("a default value is said once") func twoDefaults() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute(default: 1) var year: Int = 2
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "twoDefaults",
                    message: "attribute 'year' has two default values: behind '=' and in "
                        + "@Attribute(default:)",
                    line: 2, column: 25, remedies: ["remove the initial value"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "year: Int"
            ])
    }

    @Test("a collection of an unknown type is a relationship or an attribute") func collectionWithoutMarker()
    {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var reviews: Set<Review>
                var tags: [Tag]?
                var words: [String]?
                var others: NSSet?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "collectionWithoutMarker",
                    message: "property 'reviews' of type 'Set<Review>' is either a relationship "
                        + "or an encoded value: mark it with @Relationship or @Attribute",
                    line: 2, column: 18, remedies: ["write '@Relationship'", "write '@Attribute'"]),
                .init(
                    id: "collectionWithoutMarker",
                    message: "property 'tags' of type '[Tag]?' is either a relationship or an "
                        + "encoded value: mark it with @Relationship or @Attribute",
                    line: 3, column: 15, remedies: ["write '@Relationship'", "write '@Attribute'"]),
                .init(
                    id: "collectionWithoutMarker",
                    message: "property 'others' of type 'NSSet?' is either a relationship or an "
                        + "encoded value: mark it with @Relationship or @Attribute",
                    line: 5, column: 17, remedies: ["write '@Relationship'", "write '@Attribute'"]),
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    @Relationship var reviews: Set<Review>",
                "\n    @Attribute var reviews: Set<Review>",
            ])
        #expect(
            expansion.replacements(ofReport: 1) == [
                "\n    @Relationship var tags: [Tag]?",
                "\n    @Attribute var tags: [Tag]?",
            ])
        #expect(
            expansion.replacements(ofReport: 2) == [
                "\n    @Relationship var others: NSSet?",
                "\n    @Attribute var others: NSSet?",
            ])
    }

    @Test("a derived attribute has no setter") func derivedSetter() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Derived("a") var count: Int {
                    get { 1 }
                    set {}
                }
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "derivedSetter",
                    message: "derived attribute 'count' cannot have a setter: its value is "
                        + "computed from its expression",
                    line: 4, column: 9, remedies: ["remove the setter"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n        get { 1 }"
            ])
    }

    @Test("a derived attribute has no initial value") func derivedDefault() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Derived("reviews.@count") var count: Int = 0
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "derivedDefault",
                    message: "derived attribute 'count' cannot have an initial value: it is "
                        + "computed from its expression",
                    line: 2, column: 49, remedies: ["remove the initial value"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "count: Int"
            ])
    }

    @Test("a derived attribute is neither unique nor external") func derivedOptions() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Derived("a", .unique) var name: String?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "optionConflict",
                    message: "attribute 'name' cannot be both derived and unique",
                    line: 2, column: 19)
            ])
    }

    @Test("a derived date must be optional") func derivedDate() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Derived("now()") var changed: Date
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "needsOptionalOrDefault",
                    message: "property 'changed' needs an initial value or an optional type, "
                        + "because 'Date' has no value for an attribute that holds nil",
                    line: 2, column: 36, remedies: ["make the type 'Date?'"])
            ])
        #expect(expansion.replacements(ofReport: 0) == ["Date?"])
    }

    @Test("a derivation needs an expression") func emptyExpression() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Derived(" ") var count: Int
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "emptyExpression",
                    message: "derived attribute 'count' needs an expression that is not empty",
                    line: 2, column: 14)
            ])
    }
}
