// SPDX-License-Identifier: Apache-2.0
// Orders at both ends of many-to-many relationships, in copies that are written in several pages.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Copied orders") struct CopiedOrderTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Album", .attribute("name"), .toMany("songs", "Song", inverse: "albums", isOrdered: true)),
            EntitySketch(
                "Song", .attribute("name"), .toMany("albums", "Album", inverse: "songs", isOrdered: true)))
    }

    /// The names of the members of the object with a name, in their order.
    private func members(_ context: NSManagedObjectContext, _ entity: String, _ name: String, _ key: String)
        throws
        -> [String]
    {
        let object = try context.all(entity, "name == '\(name)'").first
        return ((object?.value(forKey: key) as? NSOrderedSet)?.array as? [NSManagedObject] ?? [])
            .compactMap { $0.value(forKey: "name") as? String }
    }

    @Test(
        "STO-100 both ends keep their order in a copy of more pairs than a page has", arguments: [false, true])
    func paged(albumsFirst: Bool) throws {
        let folder = try TemporaryFolder()
        let stack = try Stack(at: folder.file("Old.sqlite"), Self.model())
        let context = stack.context()
        let (many, few) =
            albumsFirst ? (("Album", "songs"), ("Song", "albums")) : (("Song", "albums"), ("Album", "songs"))
        let names = (0..<2_100).map { "n\($0)" }
        try context.performAndWait {
            let first = context.insert(few.0, ["name": "first"])
            let second = context.insert(few.0, ["name": "second"])
            let objects = names.map { context.insert(many.0, ["name": $0]) }
            first.setValue(NSOrderedSet(array: objects.reversed()), forKey: few.1)
            second.setValue(NSOrderedSet(array: [objects[2_050], objects[7]]), forKey: few.1)
            objects[7].setValue(NSOrderedSet(array: [second, first]), forKey: many.1)
            objects[2_050].setValue(NSOrderedSet(array: [second, first]), forKey: many.1)
            try context.save()
        }
        let copy = folder.file("New.sqlite")
        try stack.coordinator.migratePersistentStore(stack.store, to: copy, options: nil, type: .sqlite)
        let other = try Stack(at: copy, Self.model())
        let reader = other.context()
        try reader.performAndWait {
            #expect(try members(reader, few.0, "first", few.1) == names.reversed())
            #expect(try members(reader, few.0, "second", few.1) == ["n2050", "n7"])
            #expect(try members(reader, many.0, "n7", many.1) == ["second", "first"])
            #expect(try members(reader, many.0, "n2050", many.1) == ["second", "first"])
        }
    }
}
