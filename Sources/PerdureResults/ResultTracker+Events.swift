// SPDX-License-Identifier: Apache-2.0
// The effect of the context's events on a fetched list. The tracker tests whether each changed object now belongs to the list.
// ResultChangeBuilder.swift finds the index of each object that does.

import Foundation
import Perdure
import PerdureBase

/// An object that an event changed.
struct TouchedObject {
    let object: NSManagedObject
    /// Whether the values of its sort keys may have changed.
    let mayMove: Bool
}

extension ResultTracker {
    func eventEnded(_ event: ContextEvent) {
        guard let fetched else { return }
        let concerned = zip(event.objects, event.kinds).filter { fetched.filter.concerns($0.0) }
        guard !concerned.isEmpty else { return }
        guard isWatched else { return hasMissedEvents = true }
        var event = event
        process(
            concerned.map { object, kind in
                let mayMove =
                    !kind.isDisjoint(with: [.inserted, .deleted, .refreshed])
                    || fetched.mayMove(object, event.notes(of: object))
                return TouchedObject(object: object, mayMove: mayMove)
            })
    }

    func valuesChanged(of objects: [NSManagedObject]) {
        guard let fetched else { return }
        let concerned = objects.filter { fetched.filter.concerns($0) }
        guard !concerned.isEmpty else { return }
        guard isWatched else { return hasMissedEvents = true }
        process(concerned.map { TouchedObject(object: $0, mayMove: true) })
    }

    func saveEnded(inserted: [NSManagedObject]) {
        if let fetched, fetched.filter.namesStores {
            valuesChanged(of: inserted.filter { fetched.list.index(of: $0) == nil })
        }
        // Otherwise no object was inserted, removed or moved. Receivers that hold IDs are told the permanent IDs.
        guard temporaryIDs > 0, isWatched else { return }
        let before = temporaryIDs
        let now = snapshot()
        // The save of a child context leaves the temporary IDs unchanged.
        guard temporaryIDs != before else { return }
        // A receiver that saves is in the middle of its call with the temporary IDs.
        if isReporting { hasNewIDs = true } else { tellOfNewIDs(now) }
    }

    /// The context has released the objects of the list; the list is fetched again; if that fails, it becomes empty.
    func contextWasReset() {
        guard let fetched else { return }
        guard isWatched else { return hasMissedEvents = true }
        if (try? reload(fetched, touched: nil)) == nil { empty(fetched) }
    }

    func contextEnded() { readers.finish() }

    // MARK: One change after the other

    /// Changes the list and reports the changes; while a report is running, the next change waits.
    private func process(_ touched: [TouchedObject]) {
        waiting += touched
        if !isReporting { reporting {} }
    }

    /// Runs a report, and then what waited for its end: further changes, and IDs that a save replaced meanwhile.
    func reporting(_ report: () -> Void) {
        guard !isReporting else { return report() }
        isReporting = true
        report()
        while !waiting.isEmpty, let fetched {
            let objects = waiting
            waiting = []
            apply(objects, to: fetched)
        }
        isReporting = false
        guard hasNewIDs else { return }
        hasNewIDs = false
        tellOfNewIDs(snapshot())
    }

    private func apply(_ touched: [TouchedObject], to fetched: Fetched) {
        if hasMissedEvents, (try? reload(fetched, touched: touched)) != nil { return }
        let roles = roles(of: touched, fetched)
        guard !roles.isEmpty else { return }
        tellBefore()
        // A receiver that fetched now has a list with all changes; the end of the report is told all the same.
        guard self.fetched?.list === fetched.list else { return tellAfter(ResultChange()) }
        guard
            var builder = try? ResultChangeBuilder(
                fetched.list, fetched.sections, fetched.order, fetched.sectionKey, roles),
            let (sections, change) = try? builder.apply()
        else { return tellAfter(ResultChange()) }
        self.fetched?.sections = sections
        listChanged()
        tellAfter(change)
    }

    // MARK: Who belongs to the list

    private func roles(of touched: [TouchedObject], _ fetched: Fetched) -> ResultRoles {
        var roles = ResultRoles()
        var seen: Set<ObjectIdentifier> = []
        // Several events may have waited for a report to end, and any of them may have changed the sort keys.
        let movable = Set(touched.lazy.filter(\.mayMove).map { ObjectIdentifier($0.object) })
        for item in touched where seen.insert(ObjectIdentifier(item.object)).inserted {
            let index = fetched.list.index(of: item.object)
            let belongs = belongs(item.object, fetched, before: index != nil)
            switch (index, belongs) {
            case (let index?, false): roles.removed.append(index)
            case (nil, true): roles.placed.append((item.object, nil))
            case (let index?, true):
                let mayMove = movable.contains(ObjectIdentifier(item.object))
                if mayMove || isInOtherSection(item.object, at: index, fetched) {
                    roles.placed.append((item.object, index))
                } else {
                    roles.updated.append(index)
                }
            default: break
            }
        }
        roles.removed.sort()
        roles.updated.sort()
        return roles
    }

    /// Whether an object matches; the old answer when the predicate cannot be evaluated.
    private func belongs(_ object: NSManagedObject, _ fetched: Fetched, before: Bool) -> Bool {
        guard isAlive(object), fetched.filter.concerns(object), controller?.isResult(object) ?? true else {
            return false
        }
        let matches = try? ExceptionTrap.catching { try fetched.filter.matches(object) }
        // Firing a fault whose row is missing marks the object as deleted.
        return (matches ?? before) && isAlive(object) && isReadable(object, fetched)
    }

    private func isAlive(_ object: NSManagedObject) -> Bool {
        object.managedObjectContext === context && !object.isDeleted
    }

    /// Whether the object's section name can be read.
    private func isReadable(_ object: NSManagedObject, _ fetched: Fetched) -> Bool {
        guard let key = fetched.sectionKey else { return true }
        return (try? key.name(of: object)) != nil
    }

    private func isInOtherSection(_ object: NSManagedObject, at index: Int, _ fetched: Fetched) -> Bool {
        guard let key = fetched.sectionKey else { return false }
        let sections = fetched.sections
        let name = sections.identity(sections.names[sections.section(at: index)])
        return (try? key.name(of: object)).map(sections.identity) != name
    }
}

extension ResultTracker.Fetched {
    /// Whether the changes of an object may move it in the list.
    fileprivate func mayMove(_ object: NSManagedObject, _ notes: [OldValueNote]) -> Bool {
        // An object without notes may have changed in any property.
        notes.isEmpty || notes.contains { sortProperties.contains(object.propertyName(at: $0.slot)) }
    }
}
