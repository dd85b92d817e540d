// SPDX-License-Identifier: Apache-2.0
// What events of the context mean to a fetched list: each object that something happened to is asked whether it belongs
// to the list now. ResultPlanner.swift puts those that do at their places.

import Foundation
import PerdurePredicates

/// An object that something happened to.
struct TouchedObject {
    let object: NSManagedObject
    /// Whether what the list is sorted by may be different.
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

    func saveEnded() {
        // Nothing came, went or moved: who holds IDs is told the new ones.
        guard temporaryIDs > 0, isWatched, !isReporting else { return }
        let before = temporaryIDs
        let now = snapshot()
        // A child's save leaves them as they are.
        if temporaryIDs != before { tellOfNewIDs(now) }
    }

    /// The objects of the list are gone: it is fetched again, or else it is empty.
    func contextWasReset() {
        guard let fetched else { return }
        guard isWatched else { return hasMissedEvents = true }
        if (try? reload(fetched, touched: nil)) == nil { empty(fetched) }
    }

    func contextEnded() { readers.finish() }

    // MARK: One change after the other

    /// Changes the list and tells of it; while somebody is being told, the next change waits.
    private func process(_ touched: [TouchedObject]) {
        waiting += touched
        guard !isReporting else { return }
        isReporting = true
        defer { isReporting = false }
        while !waiting.isEmpty, let fetched {
            let objects = waiting
            waiting = []
            apply(objects, to: fetched)
        }
    }

    private func apply(_ touched: [TouchedObject], to fetched: Fetched) {
        if hasMissedEvents, (try? reload(fetched, touched: touched)) != nil { return }
        let roles = roles(of: touched, fetched)
        guard !roles.isEmpty else { return }
        tellBefore()
        guard
            var planner = try? ResultPlanner(
                fetched.list, fetched.sections, fetched.order, fetched.sectionKey, roles),
            let (sections, change) = try? planner.apply()
        else { return tellAfter(ResultChange()) }
        self.fetched?.sections = sections
        listChanged()
        tellAfter(change)
    }

    // MARK: Who belongs to the list

    private func roles(of touched: [TouchedObject], _ fetched: Fetched) -> ResultRoles {
        var roles = ResultRoles()
        var seen: Set<ObjectIdentifier> = []
        for item in touched where seen.insert(ObjectIdentifier(item.object)).inserted {
            let index = fetched.list.index(of: item.object)
            let belongs = belongs(item.object, fetched, before: index != nil)
            switch (index, belongs) {
            case (let index?, false): roles.removed.append(index)
            case (nil, true): roles.placed.append((item.object, nil))
            case (let index?, true):
                if item.mayMove || isInOtherSection(item.object, at: index, fetched) {
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

    /// Whether an object matches; as before, where that cannot be found out.
    private func belongs(_ object: NSManagedObject, _ fetched: Fetched, before: Bool) -> Bool {
        guard isAlive(object), fetched.filter.concerns(object), controller?.isResult(object) ?? true else {
            return false
        }
        let matches = try? ExceptionTrap.catching { try fetched.filter.matches(object) }
        // Reading a fault whose row is gone deletes it.
        return (matches ?? before) && isAlive(object) && isReadable(object, fetched)
    }

    private func isAlive(_ object: NSManagedObject) -> Bool {
        object.managedObjectContext === context && !object.isDeleted
    }

    /// Whether it can be given a place.
    private func isReadable(_ object: NSManagedObject, _ fetched: Fetched) -> Bool {
        guard let key = fetched.sectionKey else { return true }
        return (try? key.name(of: object)) != nil
    }

    private func isInOtherSection(_ object: NSManagedObject, at index: Int, _ fetched: Fetched) -> Bool {
        guard let key = fetched.sectionKey else { return false }
        let name = fetched.sections.names[fetched.sections.section(at: index)]
        return (try? key.name(of: object)) != name
    }
}

extension ResultTracker.Fetched {
    /// Whether what changed of an object may give it another place.
    fileprivate func mayMove(_ object: NSManagedObject, _ notes: [ChangeNote]) -> Bool {
        // A change that nobody noted may be one of anything.
        notes.isEmpty || notes.contains { sortProperties.contains(object.binding.names[$0.slot]) }
    }
}
