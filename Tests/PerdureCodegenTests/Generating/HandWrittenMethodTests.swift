// SPDX-License-Identifier: Apache-2.0
// Methods written by hand beside generated members: only one that Swift would take for a second declaration counts.

import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Generated beside hand-written methods") struct HandWrittenMethodTests {
    private static let movie = """
        <entity name="Movie" representedClassName="Movie" codeGenerationType="category">
            <attribute name="title" attributeType="String"/>
            <attribute name="likes" optional="YES" attributeType="Integer 64">
                <userInfo><entry key="perdure.merge" value="counter"/></userInfo>
            </attribute>
            <relationship name="actors" toMany="YES" ordered="YES" destinationEntity="Movie"/>
        </entity>
        """

    private func text(_ members: String) throws -> String {
        let source = "class Movie: NSManagedObject {}\nextension Movie {\n\(members)\n}"
        let files = try ModelText.files(Self.movie) { options in
            let sources = TargetSources([SourceFile(path: "Movie.swift", text: source)])
            try? options.read(sources, for: ModelText.model(Self.movie))
        }
        return files["Movie+CoreDataProperties.swift"] ?? ""
    }

    @Test(
        "MOD-190 a method with arguments does not replace the property of its name",
        arguments: [
            ("func title(in locale: Locale) -> String { \"\" }", "public var title: String?"),
            ("func primitiveTitle(_ x: Int) {}", "public var primitiveTitle: "),
            ("func likesCounter(_ x: Int) {}", "public var likesCounter: "),
            ("static func title() -> String { \"\" }", "public var title: String?"),
        ])
    func properties(_ method: String, _ property: String) throws {
        let text = try text(method)
        #expect(text.contains(property))
        #expect(text.contains("\\_Root.title: \"title\","))
    }

    @Test("MOD-191 a method without arguments replaces the property of its name, and its key path")
    func withoutArguments() throws {
        let text = try text("func title() -> String { \"\" }")
        #expect(!text.contains("public var title"))
        #expect(!text.contains("\\_Root.title"))
        #expect(text.contains("\\_Root.likes: \"likes\","))
    }

    @Test(
        "MOD-190 fetchRequest() is written beside methods with arguments, and not beside its like",
        arguments: [
            ("class func fetchRequest(named: String) {}", true), ("func fetchRequest(of x: Int) {}", true),
            ("func fetchRequest() {}", true),
            ("class func fetchRequest() -> NSFetchRequest<Movie> { fatalError() }", false),
            ("static var fetchRequest: Int { 1 }", false),
        ])
    func fetchRequest(_ member: String, _ isWritten: Bool) throws {
        #expect(try text(member).contains("public class func fetchRequest()") == isWritten)
    }

    @Test("MOD-191 methods of relationships are compared with their labels")
    func mutators() throws {
        let text = try text(
            """
            func addToActors(_ value: Movie) {}
            func removeFromActors(named name: String) {}
            func insertIntoActors(_ value: Movie, before other: Movie) {}
            func replaceActors(at idx: Int, with value: Movie) {}
            """)
        for absent in ["func addToActors(", "func replaceActors("] { #expect(!text.contains(absent)) }
        for present in [
            "func removeFromActors(_ value: Movie)", "func removeFromActors(_ values: NSOrderedSet)",
            "func removeFromActors(at idx: Int)", "func insertIntoActors(_ value: Movie, at idx: Int)",
            "func insertIntoActors(_ values: [Movie], at indexes: NSIndexSet)",
        ] { #expect(text.contains(present), "\(present)") }
    }
}
