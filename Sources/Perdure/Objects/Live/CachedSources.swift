// SPDX-License-Identifier: Apache-2.0
// The sources of a cached value, and their states when it was computed. A state is a slot's value; for a relationship it
// identifies the destination or the set of members.

import Foundation
import PerdureBase
import PerdureStore

/// The sources of one cached property of one object.
package final class CachedSources {
    private let paths: ContiguousArray<[String]>
    /// The entity of the slots; changes only when a fault turns out to have a subentity.
    private var binding: EntityBinding?
    /// The slot of each path's first step.
    private var slots: ContiguousArray<Int> = []

    package init(_ sources: [String]) {
        paths = ContiguousArray(sources.map { $0.split(separator: ".").map(String.init) })
    }

    /// Fires the fault, and notes the read for readers that track it.
    @inline(__always)
    package func announceReading(of owner: NSManagedObject) {
        if !owner.slots.isDirect { announce(owner) }
    }

    @inline(never)
    private func announce(_ owner: NSManagedObject) {
        for path in paths {
            guard let key = path.first else { continue }
            owner.willAccessValue(forKey: key)
            owner.didAccessValue(forKey: key)
        }
    }

    /// Whether the sources are unchanged.
    package func match(_ states: [SourceState], of owner: NSManagedObject) -> Bool {
        guard owner.binding === binding else { return false }
        for index in paths.indices {
            guard state(of: index, from: owner).isSame(as: states[index]) else { return false }
        }
        return true
    }

    /// The states of all sources, after loading them; nil when a source is unusable.
    package func states(of owner: NSManagedObject) -> [SourceState]? {
        guard resolve(owner) else { return nil }
        return paths.indices.map { index in
            if let (object, slot) = end(of: index, from: owner) { Self.open(object, slot) }
            return state(of: index, from: owner)
        }
    }

    @inline(__always)
    private func state(of index: Int, from owner: NSManagedObject) -> SourceState {
        if paths[index].count == 1 { return Self.state(of: owner, at: slots[index]) }
        return end(of: index, from: owner).map { Self.state(of: $0, at: $1) } ?? .value(.null)
    }
}

extension CachedSources {
    /// Finds the slots of the paths' first steps, once per entity; reports an unusable source.
    private func resolve(_ owner: NSManagedObject) -> Bool {
        if owner.binding === binding { return true }
        var found: ContiguousArray<Int> = []
        for path in paths {
            guard let slot = slot(path, 0, of: owner) else { return false }
            found.append(slot)
        }
        slots = found
        binding = owner.binding
        return true
    }

    /// The slot of one step of a path; nil, after a report, when the key cannot stand there.
    private func slot(_ path: [String], _ step: Int, of object: NSManagedObject) -> Int? {
        let isLast = step >= path.count - 1
        let key = step < path.count ? path[step] : ""
        guard let property = object.binding.property(named: key),
            isLast || property.coding?.elements.isEmpty == false || property.relationship?.isToMany == false
        else {
            let text = path.joined(separator: ".")
            ExceptionTrap.raise(ObjectErrors.unusableSource(text, key, of: object))
            return nil
        }
        return property.slot
    }

    /// The object and the slot at the end of a path; nil if a destination on the way is nil.
    private func end(of index: Int, from owner: NSManagedObject) -> (NSManagedObject, Int)? {
        var object = owner
        var slot = slots[index]
        for step in paths[index].indices.dropFirst() {
            // All elements of a composite count together.
            if object.binding.slotProperties[slot].relationship == nil { break }
            guard let next = object.toOne(at: slot) else { return nil }
            if next.slots.isFault { next.fireFault() }
            guard let nextSlot = self.slot(paths[index], step, of: next) else { return nil }
            (object, slot) = (next, nextSlot)
        }
        return (object, slot)
    }

    /// Loads or opens a slot's value, so that a later read does not change its state.
    private static func open(_ object: NSManagedObject, _ slot: Int) {
        guard !object.slots.isFault else { return }
        let property = object.binding.slotProperties[slot]
        if property.isToMany {
            _ = object.loadedToMany(at: slot)
        } else if property.coding?.isArchived ?? false {
            _ = object.attribute(property)
        }
    }

    /// The state of a slot: a destination's identity, so that it is not kept alive; the stamp of members.
    private static func state(of object: NSManagedObject, at slot: Int) -> SourceState {
        switch object.slots[slot] {
        case .stored(let value): .value(value)
        case .live(let value): value.sourceState
        }
    }
}
