// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/Saving.md.

import PerdureMacros

@ManagedObject final class Score: NSManagedObject {
    @Attribute(.required) var player: String?
    var points: Int = 0
    @Mergeable(.counter) var games: Int = 0
}

private func openScores(in folder: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(
        name: "Scores", managedObjectModel: NSManagedObjectModel(for: Score.self))
    container.persistentStoreDescriptions = [
        NSPersistentStoreDescription(url: folder.appendingPathComponent("Scores.sqlite"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func saving(in folder: URL) throws {
    let container = try openScores(in: folder)
    let ours = container.viewContext
    let theirs = container.newBackgroundContext()
    // Nothing is merged behind our back: each context sees what it has read.
    theirs.automaticallyMergesChangesFromParent = false

    // 1. What the model forbids is an error, and nothing is written.
    let score = Score(context: ours)
    do {
        try ours.save()
    } catch let error as NSError {
        print(error.localizedDescription, error.code)
    }
    score.player = "Ada"
    try ours.save()

    // 2. Somebody else saves the same object in between.
    let id = score.objectID
    try theirs.performAndWait {
        guard let score = try theirs.existingObject(with: id) as? Score else { return }
        score.player = "Grace"
        score.$games.increment(by: 5)
        try theirs.save()
    }
    score.points = 42
    score.$games.increment(by: 7)
    do {
        try ours.save()
    } catch let error as NSError {
        let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict] ?? []
        print("conflicts: \(conflicts.count), error \(error.code)")
    }

    // 3. A policy decides: what we changed is ours, everything else theirs. Both counted, whoever was first.
    ours.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try ours.save()
    print(score.points, "and", score.player ?? "")
    print(score.games)

    // 4. Or give up.
    score.points = 0
    ours.rollback()
    print("after a rollback:", ours.hasChanges)
}
