// SPDX-License-Identifier: Apache-2.0
// A model with a mistake stops the build with a line that names file, entity, property, and what to do.

import Foundation
import Testing

@Suite("Codegen tool: broken models") struct BrokenModelTests {
    /// A mistake, the entities that have it, and what is said about it.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let name: String
        let entities: String
        let messages: [String]

        init(_ name: String, _ entities: String, _ messages: String...) {
            self.name = name
            self.entities = entities
            self.messages = messages
        }

        var testDescription: String { name }
    }

    static let relationships = [
        Mistake(
            "inverse missing",
            """
            <entity name="Movie">
                <relationship name="reviews" toMany="YES" destinationEntity="Review" inverseName="movie" inverseEntity="Review"/>
            </entity>
            <entity name="Review"/>
            """,
            "entity Movie, property reviews: its inverse 'movie' is no relationship of the entity 'Review'; "
                + "add it there, or choose another inverse"),
        Mistake(
            "inverse not mutual",
            """
            <entity name="Movie">
                <relationship name="cover" maxCount="1" destinationEntity="Image"/>
                <relationship name="still" maxCount="1" destinationEntity="Image" inverseName="movie" inverseEntity="Image"/>
            </entity>
            <entity name="Image">
                <relationship name="movie" maxCount="1" destinationEntity="Movie" inverseName="cover" inverseEntity="Movie"/>
            </entity>
            """,
            "entity Movie, property still: its inverse 'Image.movie' names 'cover' as its own inverse; "
                + "make each the inverse of the other",
            "entity Image, property movie: its inverse 'Movie.cover' names nothing as its own inverse; "
                + "make each the inverse of the other"),
        Mistake(
            "no destination", #"<entity name="Movie"><relationship name="reviews" toMany="YES"/></entity>"#,
            "entity Movie, property reviews: the relationship has no destination entity; choose one"),
        Mistake(
            "unknown destination",
            """
            <entity name="Movie"><relationship name="reviews" toMany="YES" destinationEntity="Review"/></entity>
            """,
            "entity Movie, property reviews: its destination entity 'Review' is not in the model; add it, "
                + "or choose another one"),
        Mistake(
            "counts",
            """
            <entity name="Movie">
                <relationship name="sequels" toMany="YES" minCount="5" maxCount="2" destinationEntity="Movie"/>
            </entity>
            """,
            "entity Movie, property sequels: its minimum count 5 is greater than its maximum count 2; change one of them"
        ),
    ]

    static let attributes = [
        Mistake(
            "unknown type",
            #"<entity name="Movie"><attribute name="year" attributeType="Integer 128"/></entity>"#,
            "entity Movie, property year: line 3: the attribute type 'Integer 128' is not known; choose one of Undefined, "
                + "Integer 16, Integer 32, Integer 64, Decimal, Double, Float, String, Boolean, Date, Binary, UUID, URI, "
                + "Transformable, Object ID, Composite"),
        Mistake(
            "no type", #"<entity name="Movie"><attribute name="year"/></entity>"#,
            "entity Movie, property year: the attribute is stored but has no type; give it one, or make it transient"
        ),
        Mistake(
            "reserved name",
            #"<entity name="Movie"><attribute name="description" attributeType="String"/></entity>"#,
            "entity Movie, property description: NSManagedObject uses this name itself; choose another one"),
        Mistake(
            "limits",
            """
            <entity name="Movie">
                <attribute name="title" attributeType="String" minValueString="9" maxValueString="3"/>
                <attribute name="year" attributeType="Integer 16" minValueString="2000" maxValueString="1900"/>
                <attribute name="code" attributeType="String" regularExpressionString="[A-Z"/>
            </entity>
            """,
            "entity Movie, property title: its minimum length 9 is greater than its maximum length 3; change one of them",
            "entity Movie, property year: its minimum 2000 is greater than its maximum 1900; change one of them",
            "entity Movie, property code: its regular expression '[A-Z' is no valid pattern; correct it, or remove it"
        ),
        Mistake(
            "default value",
            """
            <entity name="Movie">
                <attribute name="year" attributeType="Integer 16" defaultValueString="last"/>
                <attribute name="mark" attributeType="UUID" defaultValueString="1"/>
            </entity>
            """,
            "entity Movie, property year: its default value 'last' is no value of the type Integer 16; correct it, or remove it",
            "entity Movie, property mark: its default value '1' is no value of the type UUID; correct it, or remove it"
        ),
        Mistake(
            "derivations",
            """
            <entity name="Movie">
                <attribute name="title" attributeType="String"/>
                <attribute name="sorting" attributeType="String" derived="YES" derivationExpression="canonical:(titel)"/>
                <attribute name="count" attributeType="Integer 64" derived="YES" derivationExpression="reviews.@count"/>
                <attribute name="length" attributeType="Integer 64" derived="YES" derivationExpression="length:(title)"/>
            </entity>
            """,
            "entity Movie, property sorting: its derivation 'canonical:(titel)' cannot be computed: \"titel\" is no stored "
                + "attribute of Movie; correct the name, or add it",
            "entity Movie, property count: its derivation 'reviews.@count' cannot be computed: \"reviews\" is no stored "
                + "relationship of Movie; correct the name, or add it",
            "entity Movie, property length: its derivation 'length:(title)' cannot be computed: no store can compute the "
                + "function length:"),
        Mistake(
            "derivations of other types",
            """
            <entity name="Movie">
                <attribute name="poster" attributeType="Binary"/>
                <attribute name="mark" attributeType="UUID" derived="YES" derivationExpression="poster"/>
                <attribute name="page" attributeType="URI" derived="YES" derivationExpression="poster"/>
            </entity>
            """,
            "entity Movie, property mark: its derivation 'poster' cannot be computed: it gives binary data, and the "
                + "attribute holds UUIDs",
            "entity Movie, property page: its derivation 'poster' cannot be computed: it gives binary data, and the "
                + "attribute holds URIs"),
        Mistake(
            "unknown composite",
            #"<entity name="Movie"><attribute name="place" attributeType="Composite" composite="Place"/></entity>"#,
            "entity Movie, property place: its composite type 'Place' is not in the model; add it, or choose another one"
        ),
        Mistake(
            "unreadable derivation",
            """
            <entity name="Movie">
                <attribute name="sorting" attributeType="String" derived="YES" derivationExpression="canonical:(title"/>
            </entity>
            """,
            "entity Movie, property sorting: line 4: the expression 'canonical:(title' cannot be parsed: "),
    ]

    static let entities = [
        Mistake(
            "duplicate entity", #"<entity name="Movie"/><entity name="Movie"/>"#,
            "entity Movie: two entities have the name 'Movie'; rename one of them"),
        Mistake(
            "duplicate property",
            """
            <entity name="Movie">
                <attribute name="title" attributeType="String"/>
                <attribute name="title" attributeType="String"/>
            </entity>
            """,
            "entity Movie, property title: two properties have this name; rename one of them"),
        Mistake(
            "inherited property",
            """
            <entity name="Work"><attribute name="title" attributeType="String"/></entity>
            <entity name="Movie" parentEntity="Work"><attribute name="title" attributeType="String"/></entity>
            """,
            "entity Movie, property title: the parent entity 'Work' has a property of this name already; rename one of them"
        ),
        Mistake(
            "cyclic parents",
            #"<entity name="Movie" parentEntity="Work"/><entity name="Work" parentEntity="Movie"/>"#,
            "entity Movie: the entity is its own ancestor (Movie, Work, Movie); change the parent of one of them",
            "entity Work: the entity is its own ancestor (Work, Movie, Work); change the parent of one of them"
        ),
        Mistake(
            "unknown parent", #"<entity name="Movie" parentEntity="Work"/>"#,
            "entity Movie: its parent entity 'Work' is not in the model; add it, or choose another one"),
        Mistake(
            "constraint and index",
            """
            <entity name="Movie">
                <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
                <fetchIndex name="byYear"><fetchIndexElement property="year" type="Binary" order="ascending"/></fetchIndex>
            </entity>
            """,
            "entity Movie, property code: a uniqueness constraint names this, which is no property of the entity; "
                + "correct the name, or remove the constraint",
            "entity Movie, property year: the index 'byYear' names this, which is no property of the entity; "
                + "correct the name, or remove the index"),
        Mistake(
            "unreadable predicate",
            """
            <entity name="Movie">
                <fetchedProperty name="good">
                    <fetchRequest name="good" entity="Movie" predicateString="stars &gt;"/>
                </fetchedProperty>
            </entity>
            """,
            "entity Movie, property good: line 4: the predicate 'stars >' cannot be parsed: "),
        Mistake(
            "unknown fetched entity",
            """
            <entity name="Movie">
                <fetchedProperty name="good"><fetchRequest name="good" entity="Film"/></fetchedProperty>
            </entity>
            """,
            "entity Movie, property good: it fetches the entity 'Film', which is not in the model; choose another one"
        ),
    ]

    @Test("MOD-200 a mistake is named with its place", arguments: relationships + attributes + entities)
    func mistakes(_ mistake: Mistake) throws {
        let target = try TargetFolder()
        let model = try target.writeModel(mistake.entities)
        let run = try target.run(models: [model])
        let file = model.appendingPathComponent("Shop.xcdatamodel/contents").path
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(run.exitCode == 1)
        #expect(lines.count == mistake.messages.count)
        for (line, message) in zip(lines, mistake.messages) {
            let expected = "\(file): error: \(message)"
            // What the parser of predicates adds is its own affair.
            #expect(message.hasSuffix(": ") ? line.hasPrefix(expected) : line == expected)
        }
        #expect(!FileManager.default.fileExists(atPath: target.output.path))
    }
}
