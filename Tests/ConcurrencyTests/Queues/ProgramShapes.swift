// SPDX-License-Identifier: Apache-2.0
// Programs as people write them in the Swift 6 language mode: that this file compiles without a warning is half of the
// test, ProgramShapeTests.swift is the other half.

import Foundation
import Perdure
import PerdureTestSupport

/// What a view shows.
@MainActor final class NotesViewModel {
    private let container: NSPersistentContainer
    private(set) var titles: [String] = []

    init(_ container: NSPersistentContainer) { self.container = container }

    /// Reads in the background, shows objects of the view context.
    func reload() async throws {
        let ids = try await container.performBackgroundTask { context in
            try context.all("Note", by: "text").map(\.objectID)
        }
        titles = ids.compactMap {
            container.viewContext.object(with: $0).value(forKey: "text") as? String
        }
    }

    func add(_ title: String) throws {
        container.viewContext.insert("Note", ["text": title])
        try container.viewContext.save()
    }

    /// Started from a button: nobody waits.
    func addLater(_ title: String) -> Task<Void, any Error> {
        Task {
            try add(title)
            try await reload()
        }
    }
}

/// A service with a context of its own.
actor NoteImporter {
    private let context: NSManagedObjectContext

    init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }

    func importNotes(_ titles: [String]) async throws -> [NSManagedObjectID] {
        let context = context
        return try await context.perform {
            let notes = titles.map { context.insert("Note", ["text": $0]) }
            try context.save()
            return notes.map(\.objectID)
        }
    }
}

/// Functions with tasks of their own.
struct NoteCounter: Sendable {
    let container: NSPersistentContainer

    func count(_ text: String) async throws -> Int {
        try await container.performBackgroundTask { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = NSPredicate(format: "text BEGINSWITH %@", text)
            return try context.count(for: request)
        }
    }

    func countBoth(_ first: String, _ second: String) async throws -> Int {
        async let left = count(first)
        async let right = count(second)
        return try await left + right
    }

    func countDetached(_ text: String) async throws -> Int {
        try await Task.detached { try await count(text) }.value
    }

    /// Blocking code, without tasks.
    func countHere(_ text: String) throws -> Int {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try context.all("Note").filter { ($0.value(forKey: "text") as? String)?.hasPrefix(text) == true }
                .count
        }
    }

    /// With a handler, as programs did before there were tasks.
    func count(_ text: String, handler: @escaping @Sendable (Result<Int, any Error>) -> Void) {
        container.performBackgroundTask { context in
            handler(Result { try context.all("Note", "text BEGINSWITH '\(text)'").count })
        }
    }
}
