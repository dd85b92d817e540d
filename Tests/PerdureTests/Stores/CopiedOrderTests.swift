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
        "STO-100 both ends keep their order in a copy of more pairs than a page has",
        arguments: [false, true])
    func paged(albumsFirst: Bool) throws {
        let folder = try TemporaryFolder()
        let stack = try Stack(at: folder.file("Old.sqlite"), Self.model())
        let context = stack.context()
        let (albums, songs) = ((entity: "Album", key: "songs"), (entity: "Song", key: "albums"))
        let (many, few) = albumsFirst ? (albums, songs) : (songs, albums)
        let names = (0..<2_100).map { "n\($0)" }
        try context.performAndWait {
            let first = context.insert(few.entity, ["name": "first"])
            let second = context.insert(few.entity, ["name": "second"])
            let objects = names.map { context.insert(many.entity, ["name": $0]) }
            first.setValue(NSOrderedSet(array: objects.reversed()), forKey: few.key)
            second.setValue(NSOrderedSet(array: [objects[2_050], objects[7]]), forKey: few.key)
            objects[7].setValue(NSOrderedSet(array: [second, first]), forKey: many.key)
            objects[2_050].setValue(NSOrderedSet(array: [second, first]), forKey: many.key)
            try context.save()
        }
        let copy = folder.file("New.sqlite")
        try stack.coordinator.migratePersistentStore(stack.store, to: copy, options: nil, type: .sqlite)
        let other = try Stack(at: copy, Self.model())
        let reader = other.context()
        func expect(_ end: (entity: String, key: String), _ name: String, _ expected: [String]) throws {
            let found = try members(reader, end.entity, name, end.key)
            #expect(found == expected)
        }
        try reader.performAndWait {
            try expect(few, "first", names.reversed())
            try expect(few, "second", ["n2050", "n7"])
            try expect(many, "n7", ["second", "first"])
            try expect(many, "n2050", ["second", "first"])
        }
    }
}
