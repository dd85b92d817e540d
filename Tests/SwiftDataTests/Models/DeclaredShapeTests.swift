// SPDX-License-Identifier: Apache-2.0
// Declarations as programs write them (DeclaredShapes.swift), and models that come back after they have left.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct DeclaredShapeTests {
    private func context() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: OpenShape.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    @Test("SD-2 SD-6 SD-12 classes of any level, with any modifiers, are persisted") func shapes() throws {
        let context = try context()
        let shape = OpenShape(title: "a")
        shape.inners = [Nested.Inner(3)]
        shape.optional = 4
        shape.default = false
        shape.pairs = ["x": [1, 2]]
        context.insert(shape)
        try context.save()
        let second = ModelContext(context.container)
        let found = try #require(try second.fetch(FetchDescriptor<OpenShape>()).first)
        #expect(found.title == "a" && found.number == 7 && found.optional == 4 && found.default == false)
        #expect(
            found.pairs == ["x": [1, 2]] && found.inners.map(\.count) == [3]
                && found.description == "open a s")
        #expect(found.id == shape.id && found.later == 5)
        let names = Schema([OpenShape.self]).entitiesByName["OpenShape"]?.storedPropertiesByName.keys.sorted()
        #expect(names == ["default", "id", "inners", "number", "optional", "pairs", "secret", "title"])
        #expect(try hiddenShapes() == 1)
    }

    @Test("SD-6 a class may be Codable by its own code") func codable() throws {
        let data = try JSONEncoder().encode(OpenShape(title: "a"))
        #expect(try JSONDecoder().decode(OpenShape.self, from: data).title == "a")
    }

    @Test("SD-16 the members of expanded code are there for accessors of the program") func members() {
        let model = WrittenOut()
        model.written = "x"
        #expect(model.written == "x!" && model.plain == "x")
    }

    @Test("SD-134 a model that a rollback took away can be inserted again") func again() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        author.books = [Book(title: "a")]
        context.insert(author)
        context.rollback()
        #expect(author.modelContext == nil && author.name == "Ada")
        context.insert(author)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.name) == ["Ada"])
    }

    @Test("SD-128 a model whose deletion was saved can be inserted as a new one") func reinserted() throws {
        let context = try Library.context()
        let author = Author(name: "Ada")
        context.insert(author)
        try context.save()
        context.delete(author)
        try context.save()
        context.insert(author)
        #expect(author.modelContext === context && !author.isDeleted)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.name) == ["Ada"])
    }

    @Test("SD-83 both models of one unique value have the row's values after the save") func twins() throws {
        let context = try Library.context()
        let one = Author(name: "Ada")
        context.insert(one)
        try context.save()
        let two = Author(name: "Ada")
        two.born = Date(timeIntervalSinceReferenceDate: 9)
        context.insert(two)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
        let found = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        #expect(found.born == Date(timeIntervalSinceReferenceDate: 9))
        #expect(found === one || found === two)
        #expect(one.name == "Ada" && two.name == "Ada")
    }
}
