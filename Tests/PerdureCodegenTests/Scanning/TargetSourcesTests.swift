// SPDX-License-Identifier: Apache-2.0
// All sources of a target together: managed classes, their members of all files, names of types.

import Testing

@testable import PerdureCodegen

@Suite struct TargetSourcesTests {
    private func sources(_ texts: String...) -> TargetSources {
        TargetSources(texts.enumerated().map { SourceFile(path: "\($0.offset).swift", text: $0.element) })
    }

    @Test("what makes a class a managed class")
    func managedClasses() {
        let target = sources(
            "class A: NSManagedObject {}; class B: A {}; class C: Outside { @NSManaged var x: Int }",
            "class D {}; class E: CoreData.NSManagedObject {}; class F: Outside {}; class G: F {}; class H: H {}",
            "extension D { @NSManaged func addToX(_ value: A) }; enum N { class I: B {}; class J: I {} }")
        #expect(target.managedClasses().map(\.name) == ["A", "C", "D", "E", "B", "N.I", "N.J"])
        #expect(
            target.managedClasses(modelClasses: ["F"]).map(\.name) == [
                "A", "C", "D", "E", "F", "B", "G", "N.I", "N.J",
            ])
    }

    @Test("a class's members are its own and its extensions', of all files")
    func members() throws {
        let target = sources(
            """
            class Movie: NSManagedObject {
                @NSManaged var title: String
                var fullTitle: String { title }
                var note = ""
                private var hidden: Int { 1 }
                static var count: Int { 1 }
            }
            """,
            """
            private extension Movie { var secret: Int { 1 } }
            public extension Movie {
                @NSManaged var year: Int16
                @NSManaged func addToReviews(_ value: Review)
                var rating: Int { get { 1 } set {} }
                var kept: Int { get { 1 } }
            }
            """)
        let movie = try #require(target.managedClasses().first)
        #expect(
            movie.handWrittenNames == [
                "title", "fullTitle", "note", "hidden", "secret", "year", "rating", "kept",
            ])
        #expect(movie.handWrittenFunctions == ["addToReviews(_:)"])
        #expect(movie.managedProperties.map(\.name) == ["title", "year"])
        #expect(movie.managedProperties.map(\.traits.access) == [nil, .public])
        #expect(movie.managedFunctions.map(\.fullName) == ["addToReviews(_:)"])
        #expect(movie.computedProperties.map(\.name) == ["fullTitle", "rating", "kept"])
        #expect(movie.computedProperties.map(\.isSettable) == [false, true, false])
        #expect(movie.storedProperties.map(\.name) == ["note"])
    }

    @Test("TRN-174 dependent keys are found by the names of class members")
    func dependentKeys() throws {
        let target = sources(
            """
            class Movie: NSManagedObject {
                class func keyPathsForValuesAffectingFullName() -> Set<String> { ["a"] }
                @objc static var keyPathsForValuesAffectingURL: Set<String> { [] }
                private class func keyPathsForValuesAffectingHidden() -> Set<String> { ["a"] }
                override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }
                func keyPathsForValuesAffectingOther() -> Set<String> { ["a"] }
            }
            """)
        let movie = try #require(target.managedClasses().first)
        #expect(
            movie.dependentKeys == [
                "fullName": "keyPathsForValuesAffectingFullName()", "uRL": "keyPathsForValuesAffectingURL",
            ])
    }

    @Test("OBJ-122 validators are found by the names and shapes of methods")
    func validators() throws {
        let target = sources(
            """
            class Movie: NSManagedObject {
                func validateTitle(_ value: inout String?) throws { }
                @objc func validateYear(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {}
                private func validateHidden(_ value: inout String?) throws {}
                func validateLabelled(value: inout String?) throws {}
                func validateByValue(_ value: String?) throws {}
                func validateSilently(_ value: inout String?) {}
                func validateLater(_ value: inout String?) async throws {}
                func validateResult(_ value: inout String?) throws -> Bool { true }
                func validate(_ value: inout String?) throws {}
                static func validateShared(_ value: inout String?) throws {}
                @MainActor func validateMain(_ value: inout String?) throws {}
                override func validateForInsert() throws {}
            }
            extension Movie { func validateURL(_ value: inout URL?) throws(Wrong) {} }
            """)
        let movie = try #require(target.managedClasses().first)
        #expect(
            movie.validators == [
                "title": "validateTitle(_:)", "year": "validateYear(_:)", "uRL": "validateURL(_:)",
            ])
    }

    @Test("a type's name is looked up from the inside out")
    func lookUp() {
        let target = sources("enum A { enum B { struct C {} }; struct C {} }; struct D {}")
        #expect(target.find("C", from: ["A", "B"])?.name == "A.B.C")
        #expect(target.find("B.C", from: ["A"])?.name == "A.B.C")
        #expect(target.find("D", from: ["A", "B"])?.name == "D")
        #expect(target.find("C", from: []) == nil)
    }
}
