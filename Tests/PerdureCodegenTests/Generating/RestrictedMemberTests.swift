// SPDX-License-Identifier: Apache-2.0
// Members that code elsewhere cannot use everywhere: getters with effects, and what an extension restricts.

import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Members with restricted use") struct RestrictedMemberTests {
    private static let photo = """
        <entity name="Photo" representedClassName="Photo" codeGenerationType="category">
            <attribute name="title" attributeType="String"/>
            <attribute name="year" attributeType="String"/>
        </entity>
        """

    private func text(_ extensions: String) throws -> String {
        let source = "class Photo: NSManagedObject {}\n\(extensions)"
        let files = try ModelText.files(Self.photo) { options in
            let sources = TargetSources([SourceFile(path: "Photo.swift", text: source)])
            try? options.read(sources, for: ModelText.model(Self.photo))
        }
        return files["Photo+CoreDataProperties.swift"] ?? ""
    }

    @Test(
        "MOD-191 a property that cannot be read everywhere is in no table",
        arguments: [
            "extension Photo { var thumbnail: Int { get async throws { 1 } } }",
            "extension Photo { var thumbnail: Int { get async { 1 } } }",
            "extension Photo { var thumbnail: Int { get throws(Wrong) { throw Wrong() } } }",
            "extension Photo { var thumbnail: Int { @inline(never) get throws { 1 } } }",
            "@MainActor extension Photo { var thumbnail: Int { 1 } }",
            "@MainActor @preconcurrency public extension Photo { var thumbnail: Int { get { 1 } set {} } }",
            "@available(*, unavailable) extension Photo { var thumbnail: Int { 1 } }",
        ])
    func properties(_ source: String) throws {
        let text = try text(source)
        #expect(!text.contains("thumbnail"))
        #expect(text.contains("\\_Root.title: \"title\","))
    }

    @Test("MOD-192 what an extension of the main actor sets free is in the tables")
    func nonisolated() throws {
        let text = try text("@MainActor extension Photo { nonisolated var thumbnail: Int { 1 } }")
        #expect(text.contains("\"thumbnail\": KeyAccessor(\\Photo.thumbnail),"))
        #expect(text.contains("\\_Root.thumbnail: \"thumbnail\","))
    }

    @Test("a getter without effects is read as one, whatever its statements do")
    func statements() throws {
        let text = try text(
            "extension Photo { var thumbnail: Int { get { Task { try await run() }; return 1 } } }")
        #expect(text.contains("\"thumbnail\": KeyAccessor(\\Photo.thumbnail),"))
    }

    @Test(
        "MOD-191 a property of the model that cannot be read everywhere has no key path",
        arguments: [
            "@MainActor extension Photo { var title: String? { get { nil } set {} } }",
            "extension Photo { var title: String? { get async { nil } } }",
            "extension Photo { private var title: String? { nil } }",
        ])
    func propertiesOfTheModel(_ source: String) throws {
        let text = try text(source)
        for absent in ["public var title", "KeyAccessor", "\\_Root.title"] { #expect(!text.contains(absent)) }
        #expect(text.contains("\\_Root.year: \"year\","))
    }

    @Test(
        "OBJ-122 validators and dependencies of the main actor are left out",
        arguments: [
            "@MainActor extension Photo { func validateTitle(_ value: inout String?) throws {} }",
            "@available(*, unavailable) extension Photo { func validateTitle(_ value: inout String?) throws {} }",
            "@MainActor extension Photo { class func keyPathsForValuesAffectingTitle() -> Set<String> { [] } }",
            "extension Photo { @MainActor static var keyPathsForValuesAffectingTitle: Set<String> { [] } }",
        ])
    func methods(_ source: String) throws {
        let text = try text(source)
        #expect(!text.contains("validators:") && !text.contains("dependentKeys:"))
    }
}
