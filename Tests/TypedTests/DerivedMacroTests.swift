// SPDX-License-Identifier: Apache-2.0
// Derived attributes declared by macros: every form, with the values that stores compute.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@ManagedObject final class Shelf: NSManagedObject {
    var name: String = ""
    @Relationship(inverse: \Volume.shelf) var volumes: Set<Volume>
    @Derived("volumes.@count") var count: Int
    @Derived("volumes.pages.@sum") var pages: Int
    @Derived("volumes.@max.pages") var longest: Int?
    @Derived("now()", .indexed) var changed: Date?
}

@ManagedObject final class Volume: NSManagedObject {
    var title: String = ""
    var pages: Int = 0
    @Relationship var shelf: Shelf?
    @Derived("shelf.name") var shelfName: String?
    @Derived("canonical:(title)", .indexed) var searchTitle: String?
}

@Suite("Derived attributes of macro classes")
struct DerivedMacroTests {
    @Test("DER-3, DER-13 to DER-15 macros declare what stores compute", arguments: Stack.Kind.allCases)
    func values(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, NSManagedObjectModel(for: Shelf.self))
        let context = stack.context()
        try context.performAndWait {
            let shelf = Shelf(context: context)
            shelf.name = "Upper"
            for (title, pages) in [("Café", 120), ("Über", 80)] {
                let volume = Volume(context: context)
                (volume.title, volume.pages, volume.shelf) = (title, pages, shelf)
            }
            #expect(shelf.count == 0 && shelf.changed == nil && shelf.longest == nil)
            try context.save()
            #expect(shelf.count == 2 && shelf.pages == 200 && shelf.longest == 120 && shelf.changed != nil)
            let request = Volume.fetchRequest()
            request.predicate = NSPredicate(format: "searchTitle == 'cafe'")
            #expect(try context.fetch(request).map(\.shelfName) == ["Upper"])
        }
    }
}
