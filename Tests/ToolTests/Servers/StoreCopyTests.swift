// SPDX-License-Identifier: Apache-2.0
// `perdure store copy` between files and servers.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: copies of stores", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct StoreCopyTests {
    private let folder: TemporaryFolder
    private let namespace: ServerNamespace

    init() throws {
        folder = try TemporaryFolder()
        namespace = try ServerNamespace()
    }

    private var server: String { namespace.url.absoluteString }

    /// A filled file, and the URI of one of its objects.
    private func file(count: Int = 3) throws -> (path: String, uri: URL, text: String) {
        let url = folder.file("Source.sqlite")
        let stack = try Stack(at: url, CopySample.model())
        let uri = try CopySample.fill(stack, count: count)
        return (url.path, uri, try CopySample.text(stack))
    }

    @Test("PG-153 a file is copied to a server and back: objects, orders, large values, metadata, numbers")
    func bothWays() throws {
        let source = try file()
        let there = try ToolRun("store", "copy", source.path, server)
        #expect(there.exitCode == 0 && there.errors == "")
        #expect(there.output.contains("9 objects of"))
        let stack = try Stack(at: namespace.url, CopySample.model())
        #expect(try CopySample.text(stack) == source.text)
        #expect(stack.coordinator.metadata(for: stack.store)["mood"] as? String == "fine")
        #expect(stack.coordinator.metadata(for: stack.store)["PerdureUnfinishedCopy"] == nil)
        let back = folder.file("Back.sqlite")
        let again = try ToolRun("store", "copy", server, back.path, "--force-progress")
        #expect(again.exitCode == 0 && again.errors.hasSuffix("100 %\n"), "\(again.errors)")
        let returned = try Stack(at: back, CopySample.model())
        #expect(try CopySample.text(returned) == source.text)
        #expect(try ToolRun("store", "check", back.path).exitCode == 0)
        #expect(try ToolRun("store", "check", server).exitCode == 0)
    }

    @Test("PG-153 both ends of a many-to-many relationship keep their order")
    func orders() throws {
        func model() -> NSManagedObjectModel {
            NSManagedObjectModel(
                EntitySketch(
                    "Album", .attribute("name"), .toMany("songs", "Song", inverse: "albums", isOrdered: true)),
                EntitySketch(
                    "Song", .attribute("name"), .toMany("albums", "Album", inverse: "songs", isOrdered: true))
            )
        }
        func order(_ stack: Stack) throws -> [String] {
            let context = stack.context()
            return try context.performAndWait {
                try [("Album", "songs"), ("Song", "albums")].flatMap { entity, key in
                    try context.all(entity, by: "name").map { object in
                        let members =
                            (object.value(forKey: key) as? NSOrderedSet)?.array as? [NSManagedObject]
                        return (members ?? []).compactMap { $0.value(forKey: "name") as? String }.joined()
                    }
                }
            }
        }
        let url = folder.file("Source.sqlite")
        let stack = try Stack(at: url, model())
        let context = stack.context()
        try context.performAndWait {
            let albums = ["a", "b"].map { context.insert("Album", ["name": $0]) }
            let songs = ["x", "y", "z"].map { context.insert("Song", ["name": $0]) }
            albums[0].setValue(NSOrderedSet(array: [songs[2], songs[0], songs[1]]), forKey: "songs")
            albums[1].setValue(NSOrderedSet(array: [songs[1], songs[2]]), forKey: "songs")
            songs[1].setValue(NSOrderedSet(array: [albums[1], albums[0]]), forKey: "albums")
            songs[2].setValue(NSOrderedSet(array: [albums[1], albums[0]]), forKey: "albums")
            try context.save()
        }
        let expected = ["zxy", "yz", "a", "ba", "ba"]
        #expect(try order(stack) == expected)
        let there = try ToolRun("store", "copy", url.path, server)
        #expect(there.exitCode == 0 && there.errors == "", "\(there.errors)")
        #expect(try order(Stack(at: namespace.url, model())) == expected)
        let back = folder.file("Back.sqlite")
        #expect(try ToolRun("store", "copy", server, back.path).exitCode == 0)
        #expect(try order(Stack(at: back, model())) == expected)
    }

    @Test("PG-153 a copy has a UUID of its own, and finds its objects by the URIs of all stores before it")
    func formerNames() throws {
        let source = try file()
        let back = folder.file("Back.sqlite")
        #expect(try ToolRun("store", "copy", source.path, server).exitCode == 0)
        #expect(try ToolRun("store", "copy", server, back.path).exitCode == 0)
        let number = source.uri.lastPathComponent
        for url in [namespace.url, back] {
            let stack = try Stack(at: url, CopySample.model())
            #expect(stack.store.identifier != source.uri.host)
            let id = stack.coordinator.managedObjectID(forURIRepresentation: source.uri)
            #expect(id?.entity.name == "Employee")
            #expect(id?.uriRepresentation().lastPathComponent == number)
            #expect(id?.persistentStore === stack.store)
            let unknown = try #require(URL(string: "x-coredata://\(UUID().uuidString)/Employee/\(number)"))
            #expect(stack.coordinator.managedObjectID(forURIRepresentation: unknown) == nil)
        }
    }

    @Test("PG-153 new objects of a copy get numbers that no copied object has")
    func newNumbers() throws {
        let source = try file()
        let back = folder.file("Back.sqlite")
        #expect(try ToolRun("store", "copy", source.path, server).exitCode == 0)
        #expect(try ToolRun("store", "copy", server, back.path).exitCode == 0)
        for url in [namespace.url, back] {
            let stack = try Stack(at: url, CopySample.model())
            let context = stack.context()
            try context.performAndWait {
                context.insert("Book", ["title": "new"])
                try context.save()
                #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 6)
            }
        }
    }

    @Test("PG-153 a copy of many pages has all rows")
    func manyPages() throws {
        let source = try file(count: 1_300)
        let run = try ToolRun("store", "copy", source.path, server)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try CopySample.text(Stack(at: namespace.url, CopySample.model())) == source.text)
    }

    @Test("PG-153 a copy never takes a place that is taken, and one that fails leaves nothing")
    func failures() throws {
        let source = try file()
        #expect(try ToolRun("store", "copy", source.path, source.path).errors.contains("exists already"))
        #expect(try ToolRun("store", "copy", source.path, server).exitCode == 0)
        let second = try ToolRun("store", "copy", source.path, server)
        #expect(second.exitCode == 4 && second.errors.contains("holds a store already"))
        let bad = try Stack(at: folder.file("Bad.sqlite"), CopySample.model())
        let context = bad.context()
        try context.performAndWait {
            context.insert("Book", ["title": "no\u{0}t"])
            try context.save()
        }
        let other = try ServerNamespace()
        let failed = try ToolRun("store", "copy", folder.file("Bad.sqlite").path, other.url.absoluteString)
        #expect(failed.exitCode == 3 && failed.errors.contains("Book.title"), "\(failed.errors)")
        let tables = try SharedServer.run(
            "SELECT count(*)::text FROM pg_tables WHERE schemaname = '\(other.name)'")
        #expect(tables == ["0"])
    }

    @Test(
        "PG-153 a source with references to nothing has no copy on a server, and nothing is left of the try")
    func danglingReferences() throws {
        let source = try file()
        try RawDatabase(URL(fileURLWithPath: source.path), isReadOnly: false).rows(
            "UPDATE ZPERSON SET ZBOSS = 999 WHERE Z_PK = 1")
        let run = try ToolRun("store", "copy", source.path, server)
        #expect(run.exitCode == 3 && run.errors.contains("23503"), "\(run.errors)")
        let tables = try SharedServer.run(
            "SELECT count(*)::text FROM pg_tables WHERE schemaname = '\(namespace.name)'")
        #expect(tables == ["0"])
    }

    @Test("PG-153 a copy that was cut off may be made again")
    func unfinished() throws {
        let source = try file()
        do {
            let stack = try Stack(at: namespace.url, CopySample.model())
            stack.coordinator.setMetadata(["PerdureUnfinishedCopy": true], for: stack.store)
            let context = stack.context()
            try context.performAndWait {
                context.insert("Team")
                try context.save()
            }
            try stack.coordinator.remove(stack.store)
        }
        let run = try ToolRun("store", "copy", source.path, server)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try CopySample.text(Stack(at: namespace.url, CopySample.model())) == source.text)
    }
}
#endif
