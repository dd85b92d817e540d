// SPDX-License-Identifier: Apache-2.0
// From a Swift key path to the property's name.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Names of key paths")
struct KeyPathNameTests {
    @Test("a class's own table names its key paths")
    func ownTable() throws {
        #expect(try Work.key(for: \.title) == "title")
        #expect(try Work.key(for: \.year) == "year")
        #expect(try Work.key(for: \.director) == "director")
    }

    @Test("a subclass names inherited key paths, with and without a table of its own")
    func subclasses() throws {
        #expect(try Movie.key(for: \.length) == "length")
        #expect(try Movie.key(for: \.title) == "title")
        #expect(try Work.key(for: \Work.title) == "title")
        #expect(try Play.key(for: \.title) == "title")
    }

    @Test("a table in an extension is found for the class and its subclasses")
    func nestedTable() throws {
        #expect(try Director.key(for: \.name) == "name")
        #expect(try Director.key(for: \.works) == "works")
        #expect(try StageDirector.key(for: \.name) == "name")
    }

    @Test("what every object has is named too")
    func commonKeys() throws {
        #expect(try Play.key(for: \.objectID) == "objectID")
        #expect(try NSManagedObject.key(for: \.hasChanges) == "hasChanges")
        #expect(try Movie.key(for: \.self) == "self")
    }

    @Test("a key path that no table has is an error that names class and key path")
    func unknown() {
        let error = #expect(throws: CoreDataException.self) { try Work.key(for: \.title.count) }
        #expect(error?.name == .invalidArgumentException)
        #expect(error?.reason.contains("of the class Work has no name") == true)
        #expect(error?.reason.contains("\\Work") == true)
    }

    @Test("tables are made once although many threads ask")
    func manyThreads() async throws {
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<32 {
                group.addTask {
                    try number.isMultiple(of: 2) ? Movie.key(for: \.title) : Director.key(for: \.name)
                }
            }
            return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(names == ["title": 16, "name": 16])
    }
}
