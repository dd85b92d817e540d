// SPDX-License-Identifier: Apache-2.0
// Runs the programs of ProgramShapes.swift.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Programs in the Swift 6 language mode") struct ProgramShapeTests {
    private let folder: TemporaryFolder
    private let container: NSPersistentContainer

    init() throws {
        folder = try TemporaryFolder()
        container = NSPersistentContainer(name: "Notes", managedObjectModel: FixtureModel.notes())
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: folder.file("Notes.sqlite"))
        ]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    @Test("CTX-220 CTX-19 a view model on the main actor, fed by a background task")
    @MainActor func viewModel() async throws {
        let model = NotesViewModel(container)
        try model.add("first")
        try await model.addLater("second").value
        #expect(model.titles == ["first", "second"])
    }

    @Test("CTX-220 an actor with a context, child tasks, detached tasks, handlers and blocking code")
    func counting() async throws {
        let ids = try await NoteImporter(container).importNotes(["a1", "a2", "b1"])
        #expect(ids.count == 3 && ids.allSatisfy { !$0.isTemporaryID })
        let counter = NoteCounter(container: container)
        #expect(try await counter.countBoth("a", "b") == 3)
        #expect(try await counter.countDetached("a") == 2)
        #expect(try counter.countHere("b") == 1)
        let handled = try await withCheckedThrowingContinuation { continuation in
            counter.count("a") { continuation.resume(with: $0) }
        }
        #expect(handled == 2)
    }
}
