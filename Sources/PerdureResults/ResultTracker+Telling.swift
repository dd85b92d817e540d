// SPDX-License-Identifier: Apache-2.0
// Reports a change of a fetched list, in this order: to the delegate in the form that it implements, to readers of snapshots,
// to observers.

import Foundation
import Perdure
import PerdureModel

/// The methods that a delegate implements.
enum DelegateForm {
    /// One call for each object.
    case objects
    /// One call with the new state.
    case snapshot
    /// One call with the difference.
    case difference
}

extension ResultTracker {
    /// Called before the list changes.
    func tellBefore() {
        contentWillChange?()
        guard let delegate, let controller else { return }
        let form = delegateForm ?? askForm(of: delegate, controller.untyped, snapshot())
        if form == .objects { delegate.controllerWillChangeContent(controller.untyped) }
        if form == .difference { idsBefore = snapshot().itemIdentifiers }
    }

    /// Called after the list has changed.
    func tellAfter(_ change: ResultChange) {
        if let delegate, let controller { tell(delegate, controller.untyped, change) }
        if readers.hasReaders { readers.tell(snapshot(reloading: change.reloaded)) }
        contentDidChange?()
    }

    /// Called after a fetch: receivers of whole states get the new state.
    func tellOfFetch(_ former: FetchedResultsSnapshot) {
        reporting {
            let now = snapshot()
            if let delegate, let controller {
                delegateForm = nil
                _ = askForm(of: delegate, controller.untyped, now, former: former.itemIdentifiers)
            }
            // Where the delegate has saved, the end of the report tells of the new IDs.
            if !hasNewIDs { readers.tell(now) }
            contentDidChange?()
        }
    }

    /// Called after a save that gave objects permanent IDs.
    func tellOfNewIDs(_ now: FetchedResultsSnapshot) {
        if let delegate, let controller, delegateForm == .snapshot {
            delegate.controller(controller.untyped, didChangeContentWith: now)
        }
        readers.tell(now)
    }

    // MARK: Delegates

    /// Finds out which methods a delegate implements, by calling them with the current state.
    private func askForm(
        of delegate: any NSFetchedResultsControllerDelegate,
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, _ now: FetchedResultsSnapshot,
        former: [NSManagedObjectID]? = nil
    ) -> DelegateForm {
        let form: DelegateForm
        if hasMethod({ delegate.controller(controller, didChangeContentWith: now) }) {
            form = .snapshot
        } else if fetched?.sectionKey == nil {
            let ids = now.itemIdentifiers
            let difference = ids.difference(from: former ?? ids)
            form =
                hasMethod { delegate.controller(controller, didChangeContentWith: difference) }
                ? .difference : .objects
        } else {
            form = .objects
        }
        delegateForm = form
        return form
    }

    /// Whether a call reached the delegate's own method, not the default implementation.
    private func hasMethod(_ call: () -> Void) -> Bool {
        delegateLacksMethod = false
        call()
        return !delegateLacksMethod
    }

    private func tell(
        _ delegate: any NSFetchedResultsControllerDelegate,
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, _ change: ResultChange
    ) {
        switch delegateForm ?? .objects {
        case .snapshot:
            delegate.controller(controller, didChangeContentWith: snapshot(reloading: change.reloaded))
        case .difference:
            let difference = snapshot().itemIdentifiers.difference(from: idsBefore)
            idsBefore = []
            delegate.controller(controller, didChangeContentWith: difference)
        case .objects:
            tellSections(delegate, controller, change)
            tellObjects(delegate, controller, change)
            delegate.controllerDidChangeContent(controller)
        }
    }

    private func tellSections(
        _ delegate: any NSFetchedResultsControllerDelegate,
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, _ change: ResultChange
    ) {
        for (number, name) in change.deletedSections {
            let info = ResultSection(
                name: name, indexTitle: self.controller?.indexTitle(of: name), members: [])
            delegate.controller(controller, didChange: info, atSectionIndex: number, for: .delete)
        }
        guard !change.insertedSections.isEmpty, let sections else { return }
        for number in change.insertedSections {
            delegate.controller(controller, didChange: sections[number], atSectionIndex: number, for: .insert)
        }
    }

    private func tellObjects(
        _ delegate: any NSFetchedResultsControllerDelegate,
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, _ change: ResultChange
    ) {
        func tell(_ entries: [ResultChange.Entry], _ type: NSFetchedResultsChangeType) {
            for entry in entries {
                delegate.controller(
                    controller, didChange: entry.object, at: entry.from, for: type, newIndexPath: entry.to)
            }
        }
        tell(change.deletions, .delete)
        tell(change.insertions, .insert)
        tell(change.moves, .move)
        tell(change.updates, .update)
    }
}
