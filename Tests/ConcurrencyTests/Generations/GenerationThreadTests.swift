// SPDX-License-Identifier: Apache-2.0
// Pinned and unpinned contexts read while others save: each read is of one state, and a pinned context's reads are
// all of the same one.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Query generations on several threads") struct GenerationThreadTests {
    /// The points of all items.
    private func points(_ context: NSManagedObjectContext) throws -> [Int] {
        try context.performAndWait {
            context.refreshAllObjects()
            return try context.all("Item", by: "title").map { $0.value(forKey: "points") as? Int ?? -1 }
        }
    }

    private func save(_ library: Library, times: Int) throws {
        let writer = library.stack.context()
        for step in 1...times {
            try writer.performAndWait {
                for item in try writer.all("Item") { item.setValue(step * 100, forKey: "points") }
                try writer.save()
            }
        }
    }

    /// Sets both items to equal points, which every save keeps equal.
    private func library(_ kind: Stack.Kind) throws -> Library {
        let library = try Library(kind)
        try save(library, times: 1)
        return library
    }

    @Test(
        "SAV-163 SAV-17 CTX-22 a fetch beside a save sees the state before or after it",
        arguments: Stack.Kind.lasting)
    func fetchesBesideSaves(_ kind: Stack.Kind) async throws {
        let library = try library(kind)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try save(library, times: 40) }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<30 {
                        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
                        request.resultType = .dictionaryResultType
                        request.propertiesToFetch = ["points"]
                        let context = library.stack.context()
                        let found = try context.performAndWait {
                            try context.fetch(request).map { $0["points"] as? Int }
                        }
                        #expect(found.count == 2 && found[0] == found[1])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "CTX-151 CTX-22 all reads of a pinned context are of one state, while others save",
        arguments: Stack.Kind.lasting)
    func pinnedBesideSaves(_ kind: Stack.Kind) async throws {
        let library = try library(kind)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try save(library, times: 40) }
            for _ in 0..<3 {
                group.addTask {
                    let context = library.stack.context()
                    for _ in 0..<6 {
                        try context.setQueryGenerationFrom(.current)
                        let first = try points(context)
                        #expect(first.count == 2 && first[0] == first[1])
                        for _ in 0..<4 {
                            let again = try points(context)
                            #expect(again == first)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "CTX-22 CTX-151 the state of several stores is of the same saves",
        arguments: Stack.Kind.lasting)
    func severalStores(_ kind: Stack.Kind) async throws {
        let library = try Library(kind)
        let stack = library.stack
        let (second, keeper) = try library.addStore(kind)
        defer { withExtendedLifetime(keeper) {} }
        try library.writer.performAndWait {
            for item in try library.writer.all("Item") { library.writer.delete(item) }
            for (title, store) in [("a", stack.store), ("b", second)] {
                let item = library.writer.insert("Item", ["title": title, "points": 100])
                library.writer.assign(item, to: store)
            }
            try library.writer.save()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try save(library, times: 60) }
            for _ in 0..<2 {
                group.addTask {
                    let context = library.stack.context()
                    for _ in 0..<40 {
                        try context.setQueryGenerationFrom(.current)
                        let found = try points(context)
                        #expect(found.count == 2 && found[0] == found[1])
                    }
                }
            }
            try await group.waitForAll()
        }
        try stack.coordinator.remove(second)
    }

    @Test(
        "CTX-154 contexts on many threads share one token",
        arguments: Stack.Kind.lasting)
    func sharedToken(_ kind: Stack.Kind) async throws {
        let library = try library(kind)
        try library.pinReader()
        let token = try #require(library.reader.queryGenerationToken)
        let expected = try points(library.reader)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try save(library, times: 20) }
            for _ in 0..<3 {
                group.addTask {
                    let context = library.stack.context()
                    try context.setQueryGenerationFrom(token)
                    for _ in 0..<15 {
                        let found = try points(context)
                        #expect(found == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "a store can be removed while pinned contexts read it",
        arguments: Stack.Kind.lasting)
    func removal(_ kind: Stack.Kind) async throws {
        let library = try library(kind)
        try library.pinReader()
        let reader = library.reader
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // Ends with what the store has, with nothing, or with an error: never with a wait.
                for _ in 0..<50 { _ = try? reader.performAndWait { try reader.all("Item") } }
            }
            group.addTask { try library.stack.coordinator.remove(library.stack.store) }
            try await group.waitForAll()
        }
        #expect(try reader.performAndWait { try reader.all("Item") }.isEmpty)
    }
}
