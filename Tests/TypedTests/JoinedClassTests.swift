// SPDX-License-Identifier: Apache-2.0
// Models that are merged from declared and other models keep what only the classes say.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@Suite("Declared classes in merged models")
struct JoinedClassTests {
    /// Merges what classes declare with a model of another entity.
    private func merged(_ declared: NSManagedObjectModel) throws -> NSManagedObjectModel {
        let shop = NSEntityDescription()
        shop.name = "Shop"
        let plain = NSManagedObjectModel()
        plain.entities = [shop]
        return try NSManagedObjectModel.merging([plain, declared])
    }

    @Test("MOD-6 a new object has its class's initial values, and is saved", arguments: Stack.Kind.allCases)
    func initialValues(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, merged(NSManagedObjectModel(for: Movie.self, Documentary.self)))
        let context = stack.context()
        let movie = Movie(context: context)
        #expect(movie.primitiveTags == [])
        try context.save()
        let other = stack.context()
        let read = try #require(try other.fetch(Movie.fetchRequest()).first)
        #expect(read.value(forKey: "tags") != nil && read.primitiveTags == [])
    }

    @Test("MOD-6 a value that the attribute's type does not know is refused")
    func rawValues() throws {
        let stack = try Stack(.inMemory, merged(NSManagedObjectModel(for: Movie.self, Documentary.self)))
        let context = stack.context()
        let movie = Movie(context: context)
        movie.setValue("opera", forKey: "genre")
        let error = #expect(throws: NSError.self) { try movie.validateForInsert() }
        #expect(error?.code == 1550)
    }

    @Test("MOD-6 a class that archives itself needs no transformer", arguments: Stack.Kind.allCases)
    func archivedClasses(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, merged(NSManagedObjectModel(for: Paint.self)))
        let context = stack.context()
        let paint = Paint(context: context)
        paint.tint = Tint(red: 0.5)
        try context.save()
        let other = stack.context()
        let read = try #require(try other.fetch(Paint.self).first)
        #expect(read.tint == Tint(red: 0.5))
    }

    @Test("MOD-6 merge functions stay, also beside an equal entity without them")
    func mergeFunctions() throws {
        let declared = NSManagedObjectModel(for: Article.self)
        let without = try #require(declared.copy() as? NSManagedObjectModel)
        let bare = without.entitiesByName["Post"]?.attributesByName["caption"]
        try #require(bare as? MergeableAttributeDescription).merge = nil
        for model in [try merged(declared), try NSManagedObjectModel.merging([without, declared])] {
            let caption = model.entitiesByName["Post"]?.attributesByName["caption"]
            let merge = try #require((caption as? MergeableAttributeDescription)?.merge)
            #expect(merge("a", "bcd", "ef") as? String == "bcd")
        }
    }
}
