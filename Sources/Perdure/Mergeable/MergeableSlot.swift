// SPDX-License-Identifier: Apache-2.0
// One attribute of one object, as the handles reach it: the stored value, the change that waits, and a way to add to it.
// The handles are in MergeableCounter.swift, MergeableSet.swift, MergeableDictionary.swift and MergeableValue.swift.

import Foundation
import PerdureStore

/// A mergeable attribute of an object.
struct MergeableSlot {
    let object: NSManagedObject
    private let number: Int
    /// Whether the number stands in an accessor, where it may mean another slot (Objects/AccessorSlots.swift).
    private let isAccessors: Bool
    let kind: MergeRule.Kind
    /// The type of the elements that a set is asked for.
    let element: MergeRule.Element?

    /// The attribute behind the number in an accessor.
    init(
        _ object: NSManagedObject, accessor number: Int, _ kind: MergeRule.Kind,
        element: MergeRule.Element? = nil
    ) {
        self.object = object
        self.number = number
        isAccessors = true
        self.kind = kind
        self.element = element
    }

    /// The attribute with a name.
    ///
    /// - Throws: `CoreDataException` for an unknown key, and for an attribute of another kind.
    init(
        _ object: NSManagedObject, key: String, _ kind: MergeRule.Kind, element: MergeRule.Element? = nil
    ) throws {
        self.object = object
        guard let property = object.binding.property(named: key) else {
            throw ObjectErrors.undefinedKey(key, of: object, call: "mergeable attribute")
        }
        number = property.slot
        isAccessors = false
        self.kind = kind
        self.element = element
        if let problem = problem(at: number) { throw problem }
    }

    /// The snapshot and the change; nil when there is nothing to read, which was reported.
    var state: DeltaRebase? {
        guard let slot = readable, fits(slot) else { return nil }
        return object.mergeState(at: slot)
    }

    /// The value with the change.
    var visible: MergeContent? { state?.visible }

    /// How the attribute merges; nil when there is no such attribute, which was reported.
    var rule: MergeRule? {
        let slot = isAccessors ? object.slot(behind: number) : number
        guard let slot, fits(slot) else { return nil }
        return object.binding.slotProperties[slot].merge
    }

    /// Sets the whole value, as a setter does: what differs from what is to be seen is the change.
    func assign(_ value: Any) {
        let slot = isAccessors ? object.slot(writing: number) : number
        guard let slot, fits(slot) else { return }
        object.writeProperty(value, at: slot)
    }

    /// Adds to the change, tracked and announced.
    func change(by delta: AttributeDelta) {
        let slot = isAccessors ? object.slot(writing: number) : number
        guard let slot, fits(slot) else { return }
        object.change(by: delta, at: slot)
    }

    private var readable: Int? {
        if isAccessors { return object.slot(reading: number) }
        let key = object.binding.names[number]
        object.willAccessValue(forKey: key)
        defer { object.didAccessValue(forKey: key) }
        return number
    }

    private func fits(_ slot: Int) -> Bool {
        guard let problem = problem(at: slot) else { return true }
        ExceptionTrap.raise(problem)
        return false
    }

    private func problem(at slot: Int) -> CoreDataException? {
        guard let rule = object.binding.slotProperties[slot].merge, rule.kind == kind else {
            return MergeErrors.otherKind(object.binding.names[slot], of: object, wanted: kind)
        }
        guard let element, element != rule.element else { return nil }
        return MergeErrors.otherElement(
            object.binding.names[slot], of: object, wanted: element, actual: rule.element)
    }

    /// How values of the attribute are written; nil when there is no such attribute.
    var coding: AttributeCoding? {
        readable.flatMap { object.binding.slotProperties[$0].coding }
    }

    /// The attribute's place in messages.
    var path: String {
        let slot = isAccessors ? object.knownSlot(behind: number) : number
        return "\(object.entity.name ?? "").\(slot.map { object.binding.names[$0] } ?? "#\(number)")"
    }

    /// Reports what does not fit.
    func raise(_ reason: String) { ExceptionTrap.raise(MergeErrors.unusableChange(path, reason)) }
}
