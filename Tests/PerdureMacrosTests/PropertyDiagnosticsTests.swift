// SPDX-License-Identifier: Apache-2.0
// What @ManagedObject reports about any property: message, place and remedy.

import Testing

@Suite struct PropertyDiagnosticsTests {
    @Test("a let is refused, with two remedies") func letProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                let title: String = ""
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "letProperty",
                    message: "property 'title' is a 'let': its value comes from the store; make "
                        + "it a 'var', or mark it with @Ignored",
                    line: 2, column: 5, remedies: ["replace 'let' with 'var'", "write '@Ignored'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    var ",
                "\n    @Ignored let title: String = \"\"",
            ])
    }

    @Test("a type that cannot be read from the initial value must be written") func missingType() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var status = Status.draft
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "missingType",
                    message: "property 'status' needs a type annotation: its type cannot be read "
                        + "from its initial value",
                    line: 2, column: 9, remedies: ["write a type annotation"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "status: <#Type#> = Status.draft"
            ])
    }

    @Test("each property needs a var of its own") func severalBindings() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var width: Int = 0, height: Int = 0
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "severalBindings",
                    message: "declare property 'height' with a 'var' of its own",
                    line: 2, column: 25)
            ])
    }

    @Test("a tuple pattern is refused") func patternBinding() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var (width, height): (Int, Int)
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "patternBinding",
                    message: "properties of a managed object cannot be declared as a tuple",
                    line: 2, column: 9)
            ])
    }

    @Test("a lazy property can only be outside the model") func lazyProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                lazy var title: String = ""
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "lazyProperty",
                    message: "property 'title' is lazy: a property of the model cannot be; mark "
                        + "it with @Ignored to keep it outside the model",
                    line: 2, column: 5, remedies: ["write '@Ignored'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    @Ignored lazy var title: String = \"\""
            ])
    }

    @Test("weak and unowned are refused") func referenceProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                weak var other: Movie?
                unowned var next: Movie?
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "referenceProperty",
                    message: "property 'other' is weak: contexts decide how long objects live; "
                        + "remove 'weak', or mark the property with @Ignored",
                    line: 2, column: 5, remedies: ["remove 'weak'", "write '@Ignored'"]),
                .init(
                    id: "referenceProperty",
                    message: "property 'next' is unowned: contexts decide how long objects live; "
                        + "remove 'unowned', or mark the property with @Ignored",
                    line: 3, column: 5, remedies: ["remove 'unowned'", "write '@Ignored'"]),
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    var other: Movie?",
                "\n    @Ignored weak var other: Movie?",
            ])
        #expect(
            expansion.replacements(ofReport: 1) == [
                "\n    var next: Movie?",
                "\n    @Ignored unowned var next: Movie?",
            ])
    }

    @Test("observers are refused at their keyword") func observedProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var title: String = "" {
                    willSet {}
                    didSet {}
                }
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "observedProperty",
                    message: "property 'title' cannot have 'willSet': write accessors for it "
                        + "with @Attribute and primitiveTitle, or override "
                        + "didChangeValue(forKey:)",
                    line: 3, column: 9, remedies: ["write '@Ignored'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    @Ignored var title: String = \"\" {\n        willSet {}\n        "
                    + "didSet {}\n    }"
            ])
    }

    @Test("a property wrapper is refused") func wrappedProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Published var title: String = ""
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "wrappedProperty",
                    message: "property 'title' of the model cannot have '@Published'; mark it "
                        + "with @Ignored to keep it outside the model",
                    line: 2, column: 5, remedies: ["write '@Ignored'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    @Ignored @Published var title: String = \"\""
            ])
    }

    @Test("@NSManaged is not needed and can be removed") func managedProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @NSManaged var title: String
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "managedProperty",
                    message: "@ManagedObject writes the accessors of 'title': remove '@NSManaged'",
                    line: 2, column: 5, remedies: ["remove '@NSManaged'"])
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    var title: String"
            ])
    }

    @Test("MOD-60 a subclass does not declare an inherited property again") func overridingProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                override var title: String = ""
                override var year: Int { 1 }
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "overridingProperty",
                    message: "property 'title' is one of the superclass's entity: override its "
                        + "accessors without a marker, or choose another name",
                    line: 2, column: 5)
            ])
    }

    @Test("MOD-91 names that objects have already are refused") func reservedNames() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                var description: String = ""
                var hash: Int = 0
                var objectID: UUID?
                var entity: String?
                var `self`: Int = 0
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "reservedName",
                    message: "a property of the model cannot be named 'description': every "
                        + "managed object has a member of that name; choose another",
                    line: 2, column: 9),
                .init(
                    id: "reservedName",
                    message: "a property of the model cannot be named 'hash': every managed "
                        + "object has a member of that name; choose another",
                    line: 3, column: 9),
                .init(
                    id: "reservedName",
                    message: "a property of the model cannot be named 'objectID': every managed "
                        + "object has a member of that name; choose another",
                    line: 4, column: 9),
                .init(
                    id: "reservedName",
                    message: "a property of the model cannot be named 'entity': every managed "
                        + "object has a member of that name; choose another",
                    line: 5, column: 9),
                .init(
                    id: "reservedName",
                    message: "a property of the model cannot be named 'self': every managed "
                        + "object has a member of that name; choose another",
                    line: 6, column: 9),
            ])
    }

    @Test("a property cannot be of two kinds") func conflictingKinds() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute @Relationship var other: Movie?
                @Transient @Derived("a") var count: Int
                @FetchedProperty("a == 1") @Relationship(inverse: nil) var all: [Movie]
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "conflictingKinds",
                    message: "property 'other' cannot be both @Attribute and @Relationship",
                    line: 2, column: 16),
                .init(
                    id: "conflictingKinds",
                    message: "property 'count' cannot be both @Transient and @Derived",
                    line: 3, column: 16),
                .init(
                    id: "conflictingKinds",
                    message: "property 'all' cannot be both @Relationship and @FetchedProperty",
                    line: 4, column: 5),
            ])
    }

    @Test("@Ignored and a kind exclude each other") func ignoredKind() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Ignored @Attribute(.unique) var title: String = ""
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "ignoredKind",
                    message: "property 'title' is outside the model because of @Ignored: "
                        + "@Attribute has no effect on it",
                    line: 2, column: 14)
            ])
    }

    @Test("a static property has no kind") func staticProperty() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                @Attribute static var title: String { "" }
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "staticProperty",
                    message: "'title' belongs to the class, not to its objects: @Attribute has "
                        + "no effect on it",
                    line: 2, column: 5)
            ])
    }

    @Test("what is no property of the model needs no remark") func silentProperties() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                static let shared = 1
                @Ignored let note: String = ""
                var twice: Int { 2 }
                func run() {}
                @MainActor var title: String = ""
            }
            """)
        #expect(expansion.reports == [])
    }

    @Test("each property reports its own problem, and the rest of the class is expanded")
    func severalProblems() {
        let expansion = Expansion(
            """
            @ManagedObject class Movie: NSManagedObject {
                let a: Int = 0
                var title: String = ""
                lazy var b: Int = 0
            }
            """)
        #expect(
            expansion.reports == [
                .init(
                    id: "letProperty",
                    message: "property 'a' is a 'let': its value comes from the store; make it a "
                        + "'var', or mark it with @Ignored",
                    line: 2, column: 5, remedies: ["replace 'let' with 'var'", "write '@Ignored'"]),
                .init(
                    id: "lazyProperty",
                    message: "property 'b' is lazy: a property of the model cannot be; mark it "
                        + "with @Ignored to keep it outside the model",
                    line: 4, column: 5, remedies: ["write '@Ignored'"]),
            ])
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    var ",
                "\n    @Ignored let a: Int = 0",
            ])
        #expect(
            expansion.replacements(ofReport: 1) == [
                "\n    @Ignored lazy var b: Int = 0"
            ])
    }
}
