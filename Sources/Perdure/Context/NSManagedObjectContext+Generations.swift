// SPDX-License-Identifier: Apache-2.0
// Pinned contexts: all reads see one state of the stores until the context moves on. A pinned context has another
// source of rows (Coordinator/GenerationSource.swift); nothing else differs.

import Foundation

extension NSManagedObjectContext {
    /// What a pinned context reads from.
    private var pinnedSource: GenerationSource? { source as? GenerationSource }

    final var pinnedGeneration: NSQueryGenerationToken? { pinnedSource?.token }

    final func pin(to token: NSQueryGenerationToken?) throws {
        guard let token else {
            if let pinnedSource { source = pinnedSource.base }
            return
        }
        guard !hasParent else { throw ContextErrors.pinnedChild }
        let coordinator = try connectedCoordinator()
        source = GenerationSource(coordinator, try token.pin(for: coordinator))
    }

    /// Lets a pinned context see the newest state, from its next read on.
    final func moveToNewestGeneration() {
        if let pinnedSource { source = pinnedSource.renewed }
    }

    /// Writes a save; after conflicts too a pinned context moves on, since its own state can never be written over
    /// what has been saved since.
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
