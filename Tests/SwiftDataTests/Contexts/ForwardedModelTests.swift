// SPDX-License-Identifier: Apache-2.0
// A new model whose unique value a model of the context has: after the save both stand for one row.

import SwiftData
import Testing

@Suite struct ForwardedModelTests {
    /// Saves an author, and then a new one of the same name.
    private func saved() throws -> (context: ModelContext, old: Author, new: Author) {
        let context = try Library.context()
        let (old, new) = (Author(name: "Ada"), Author(name: "Ada"))
        context.insert(old)
        try context.save()
        new.born = Date(timeIntervalSinceReferenceDate: 9)
        context.insert(new)
        try context.save()
        return (context, old, new)
    }

    @Test("SD-83 both models are equal, and changes of each are changes of the row") func changes() throws {
        let (context, old, new) = try saved()
        #expect(new == old && new.persistentModelID == old.persistentModelID)
        #expect(new.modelContext === context && !new.isDeleted && old.born == new.born)
        new.born = Date(timeIntervalSinceReferenceDate: 5)
        new.books.append(Book(title: "a"))
        #expect(context.hasChanges && old.born == new.born && old.books == new.books)
        old.visit()
        #expect(new.visits == 1)
        try context.save()
        let other = ModelContext(context.container)
        let stored = try #require(try other.fetch(FetchDescriptor<Author>()).first)
        withExtendedLifetime(other) {
            #expect(stored.born == Date(timeIntervalSinceReferenceDate: 5) && stored.visits == 1)
            #expect(stored.books.map(\.title) == ["a"])
        }
    }

    @Test("SD-83 both models keep their values where another context deletes the row")
    func deletions() throws {
        let (context, old, new) = try saved()
        let other = ModelContext(context.container)
        try other.fetch(FetchDescriptor<Author>()).forEach { other.delete($0) }
        try other.save()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
        #expect(old.name == "Ada" && new.name == "Ada" && new.born == old.born && old.born != nil)
        #expect(new.isDeleted && old.isDeleted && new == old)
    }
}
