// SPDX-License-Identifier: Apache-2.0
// Pinned contexts: all reads see one state of the stores until the context moves on (snapshot isolation). Only the
// source of rows differs (Fetching/GenerationSource.swift).

import Foundation

extension NSManagedObjectContext {
    /// The source of a pinned context's rows.
    private var pinnedSource: GenerationSource? { connection as? GenerationSource }

    final var pinnedGeneration: NSQueryGenerationToken? { pinnedSource?.token }

    final func pin(to token: NSQueryGenerationToken?) throws {
        guard let token else {
            if let pinnedSource { connection = pinnedSource.base }
            return
        }
        guard !hasParent else { throw ContextErrors.pinnedChild }
        let coordinator = try connectedCoordinator()
        connection = GenerationSource(coordinator, try token.pin(for: coordinator))
    }

    /// Lets a pinned context read the newest state from its next read on.
    final func moveToNewestGeneration() {
        if let pinnedSource { connection = pinnedSource.renewed }
    }

    /// Writes a save.
    ///
    /// A pinned context moves on, after conflicts too: a save from its old state can never overwrite later saves.
    final func write(_ request: SaveRequest, to source: any RowSource) throws -> SaveOutcome {
        do {
            let outcome = try source.save(request)
            moveToNewestGeneration()
            return outcome
        } catch let error as NSError where ContextErrors.isConflict(error) {
            moveToNewestGeneration()
            throw error
        }
    }
}
