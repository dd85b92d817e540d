// SPDX-License-Identifier: Apache-2.0
// Names of key paths that no table has: they are followed.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Followed key paths")
struct KeyPathProbeTests {
    let works: Stack
    let contacts: Stack

    init() throws {
        works = try Stack(.inMemory, Work.model())
        contacts = try Stack(.inMemory, Contact.model())
    }

    @Test("a key path through to-one relationships is the names joined by dots")
    func twoSteps() throws {
        #expect(try Work.key(for: \.director?.name) == "director.name")
        #expect(try Movie.key(for: \.director!.name) == "director.name")
        #expect(try Play.key(for: \.director?.works) == "director.works")
        #expect(try Contact.key(for: \.employer?.employer?.lastName) == "employer.employer.lastName")
        #expect(try Contact.key(for: \.employer?.employer) == "employer.employer")
    }

    @Test("a computed property at its end is found by the table")
    func computedEnd() throws {
        #expect(try Contact.key(for: \.employer?.fullName) == "employer.fullName")
        #expect(try Contact.key(for: \.employer?.isAdult) == "employer.isAdult")
        #expect(try Contact.key(for: \.employer!.age) == "employer.age")
    }

    @Test("a key path with a protocol's property is the class's")
    func throughProtocol() throws {
        func path<Root: Titled>(_: Root.Type) -> KeyPath<Root, String> { \Root.title }
        #expect(try Movie.key(for: path(Movie.self)) == "title")
    }

    @Test("what is made of a property is not the property")
    func computed() {
        for path in [
            \Work.shout, \Work.title.count, \Work.director?.name?.count, \Work.director?.works.count,
        ]
            as [PartialKeyPath<Work>]
        {
            let error = #expect(throws: CoreDataException.self) { try Work.key(for: path) }
            #expect(error?.reason.contains("of the class Work has no name") == true)
        }
    }

    @Test("a class without an entity has the names of its tables only")
    func noEntity() {
        #expect(throws: CoreDataException.self) { try Unmodeled.key(for: \.name) }
    }

    @Test("key paths are followed by many threads at a time")
    func manyThreads() async throws {
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 { group.addTask { try Contact.key(for: \.employer?.firstName) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names == ["employer.firstName"])
    }
}
