// SPDX-License-Identifier: Apache-2.0
// One attribute of one object, as its handles reach it: the stored value, the unsaved change, and methods that add to it.
// The handles are in MergeableCounter.swift, MergeableSet.swift, MergeableDictionary.swift and MergeableValue.swift.

import Foundation
import PerdureBase
import PerdureStore

/// A mergeable attribute of an object.
struct MergeableSlot {
    let object: NSManagedObject
    private let number: Int
    /// Whether the number comes from an accessor, where it may mean another slot (Objects/Accessors/AccessorSlots.swift).
    private let isAccessors: Bool
    let kind: MergeRule.Kind
    /// The element type that the caller expects of a set.
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

    /// The snapshot and the change; nil, after a report, when there is nothing to read.
    var state: DeltaRebase? {
        guard let slot = readable, fits(slot) else { return nil }
        return object.mergeState(at: slot)
    }

    /// The value with the change.
    var visible: MergeContent? { state?.visible }

    /// How the attribute merges; nil, after a report, without such an attribute.
    var rule: MergeRule? {
        let slot = isAccessors ? object.slot(behind: number) : number
        guard let slot, fits(slot) else { return nil }
        return object.binding.slotProperties[slot].merge
    }

    /// Sets the whole value like a setter: the difference from the present value is the change.
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

    /// How values of the attribute are converted; nil without such an attribute.
    var coding: AttributeCoding? {
        readable.flatMap { object.binding.slotProperties[$0].coding }
    }

    /// The attribute's name in messages: "entity.attribute".
    var path: String {
        let slot = isAccessors ? object.knownSlot(behind: number) : number
        return "\(object.entity.name ?? "").\(slot.map { object.binding.names[$0] } ?? "#\(number)")"
    }

    /// Reports a change that does not fit.
    func raise(_ reason: String) { ExceptionTrap.raise(MergeErrors.unusableChange(path, reason)) }
}
