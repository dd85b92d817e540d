// SPDX-License-Identifier: Apache-2.0
// Types, properties and functions, as the reader of sources finds them.

import Testing

@testable import PerdureCodegen

@Suite struct DeclarationReaderTests {
    private func read(_ text: String) -> SourceFile { SourceFile(path: "Movie.swift", text: text) }

    private func properties(_ text: String) -> [SourceProperty] {
        read("class A {\n" + text + "\n}").types[0].members.properties
    }

    @Test("types are read with kind, nesting, access and inheritance")
    func types() {
        let file = read(
            """
            import Foundation
            @preconcurrency import struct CoreData.NSManagedObject
            @objc(Movie) @available(iOS 15, *)
            public final class Movie: NSManagedObject, Identifiable, @unchecked Sendable {
                enum Kind: Int16 { case a, open = 3, `class`; var x: Int { 1 } }
                struct Box<T: Hashable>: Foo where T: Bar { typealias In = [String: Set<T>] }
            }
            private protocol P { associatedtype A; var x: Int { get set }; func f() }
            fileprivate actor Q {}
            """)
        #expect(file.imports == ["Foundation", "CoreData"])
        #expect(file.types.map(\.name) == ["Movie", "Movie.Kind", "Movie.Box", "Movie.Box.In", "P", "Q"])
        #expect(file.types.map(\.kind) == [.class, .enum, .struct, .typealias, .protocol, .actor])
        #expect(file.types[0].inheritance == ["NSManagedObject", "Identifiable", "@unchecked Sendable"])
        #expect(file.types[0].traits.attributes == ["objc", "available"])
        #expect(file.types[0].access == .public)
        #expect(file.types[0].traits.location.description == "Movie.swift:4")
        #expect(file.types[1].inheritance == ["Int16"])
        #expect(file.types[1].members.properties.map(\.name) == ["x"])
        #expect(file.types[2].isGeneric)
        #expect(file.types[3].inheritance == ["[String: Set<T>]"])
        #expect(file.types[4].members.properties.map(\.hasSetter) == [true])
        #expect(file.types[5].access == .fileprivate)
    }

    @Test("managed properties, several in one declaration")
    func managedProperties() {
        let found = properties(
            """
            @NSManaged public var a: Int16, b: Int16
            @NSManaged private(set) var c, d: Set<Movie>?
            @objc @NSManaged(x) public private(set) override var e: [String: Any]!
            @NSManaged
            open
            var `class`: Shop.Item.Kind?
            """)
        #expect(found.map(\.name) == ["a", "b", "c", "d", "e", "class"])
        #expect(
            found.map(\.type) == [
                "Int16", "Int16", "Set<Movie>?", "Set<Movie>?", "[String: Any]!", "Shop.Item.Kind?",
            ])
        #expect(found.filter { !$0.traits.isManaged }.isEmpty)
        #expect(found.map(\.traits.access) == [.public, .public, nil, nil, .public, .open])
        #expect(found.map(\.traits.setterAccess) == [nil, nil, .private, .private, .private, nil])
        #expect(found[4].traits.isOverride)
        #expect(found[5].traits.location.line == 7)
    }

    @Test("stored and computed properties, with and without setter")
    func accessors() {
        let found = properties(
            """
            var full: String { first + " " + last }
            var both: Int { get { 1 } set(value) { _ = value } }
            var only: Int { @inline(__always) get { let set = 3; return set } }
            var seen = 3 { willSet { print("}") } didSet {} }
            var wide: Int
            { return 5 }
            lazy var made: Foo = { let a = 1; return Foo(a) }()
            static var shared: A { get async throws { A() } }
            let fixed = 1
            @Published(key: "x") var wrapped: Int = max(1, 2), other = foo<Int, String>()
            var fast: Int { _read { yield x } _modify { yield &x } }
            var map: [Int] { get.map { $0 } }
            """)
        #expect(
            found.map(\.name) == [
                "full", "both", "only", "seen", "wide", "made", "shared", "fixed", "wrapped", "other", "fast",
                "map",
            ])
        let computed = ["full", "both", "only", "wide", "shared", "fast", "map"]
        #expect(found.filter(\.isComputed).map(\.name) == computed)
        #expect(
            found.filter(\.hasSetter).map(\.name) == ["both", "seen", "made", "wrapped", "other", "fast"])
        #expect(found.filter(\.traits.isStatic).map(\.name) == ["shared"])
    }

    @Test("initial values end where their statement ends")
    func initialValues() {
        let found = properties(
            """
            var a = x
                .map { $0 }
                .first ?? "}"
            var b: Bool =
                true
            var c = flag
                ? 1
                : 2
            var d = if flag { 1 } else { 2 }
            var e: (Int, String) = (1, "a"), f: Int
            var g = [
                1,
                2,
            ]
            @NSManaged var h: Int
            """)
        #expect(found.map(\.name) == ["a", "b", "c", "d", "e", "f", "g", "h"])
    }

    @Test("functions with labels and types")
    func functions() {
        let members = read(
            """
            extension Movie {
                @objc(addReviewsObject:)
                @NSManaged public func addToReviews(_ value: Review)
                @NSManaged public func insertIntoReviews(_ values: [Review], at indexes: NSIndexSet)
                @nonobjc public class func fetchRequest() -> NSFetchRequest<Movie> { return X(entityName: "Movie") }
                func f<T: P>(a b: inout T, c: @escaping (Int, A) async throws -> Void = { _, _ in }) async throws -> [T]? where T: Q { nil }
                static func == (a: Movie, b: Movie) -> Bool { a === b }
                init(x: Int) { let y = "{" }
                subscript(i: Int) -> Int { get { 1 } set {} }
                func last() {}
            }
            """
        ).extensions[0].members
        #expect(
            members.functions.map(\.fullName) == [
                "addToReviews(_:)", "insertIntoReviews(_:at:)", "fetchRequest()", "f(a:c:)", "last()",
            ])
        #expect(members.functions[1].parameters.map(\.type) == ["[Review]", "NSIndexSet"])
        #expect(members.functions[2].result == "NSFetchRequest<Movie>")
        #expect(members.functions[2].traits.isStatic)
        let f = members.functions[3]
        #expect(f.parameters.map(\.type) == ["inout T", "@escaping (Int, A) async throws -> Void"])
        #expect(f.isGeneric && f.isAsync && f.canThrow && f.result == "[T]?")
        #expect(members.properties.isEmpty)
    }

    @Test("code at file level and in bodies is not mistaken for declarations")
    func statements() {
        let file = read(
            """
            let model = make { $0.class }
            if a { class Local: NSManagedObject { @NSManaged var a: Int } }
            for case let .some(x) in y { print(x) }
            #Preview("x") { class B {} }
            func f() {
                class C: NSManagedObject { @NSManaged var b: Int }
                var d: Int { 1 }
            }
            }
            class D { func g() { switch x { case .a: var z = 1; default: break } }; var e: Int { 1 } }
            """)
        #expect(file.types.map(\.name) == ["D"])
        #expect(file.types[0].members.properties.map(\.name) == ["e"])
        #expect(file.unreachable.map(\.line) == [2, 6])
    }

    @Test("types in all their forms")
    func typeForms() {
        let types = [
            "Int", "Swift.Int", "[Int]?", "[String: [Int?]]", "Set<Foo.Bar<Baz>>?", "(Int, b: String)",
            "any P & Q",
            "(Int) -> (String) -> Void", "Foo.Type", "@MainActor () async throws -> Int", "some P", "()",
            "Shop::Item", "((Int) -> Void)?", "`class`.Item",
        ]
        for type in types {
            #expect(properties("var a: \(type)\nvar b: Int").map(\.type) == [type, "Int"])
            #expect(properties("var a: \(type) { x }\nvar b: Int").map(\.type) == [type, "Int"])
            #expect(properties("var a: \(type) = x, b: Int").map(\.type) == [type, "Int"])
        }
    }
}
