// SPDX-License-Identifier: Apache-2.0
// What the slot numbers in accessors mean to the objects of one entity. A class's code contains numbers of one model. In
// another version of the model a number may mean another slot; so it may in a class that several entities share.

import PerdureBase
import PerdureStore

/// The numbers in the accessors of classes, as slots of one entity.
final class AccessorSlots: Sendable {
    private let layout: EntityLayout
    private let objectClass: NSManagedObject.Type
    /// The map of the entity's own class, the class of nearly all its objects.
    private let map: SlotMap?
    private let unnamed: SlotMap
    private let others = Lock<[ObjectIdentifier: SlotMap?]>([:])

    init(_ layout: EntityLayout, objectClass: NSManagedObject.Type) {
        self.layout = layout
        self.objectClass = objectClass
        unnamed = SlotMap(count: layout.properties.count)
        map = Self.map(of: objectClass, in: layout, unnamed)
    }

    /// The map of a class; nil where number k means slot k.
    ///
    /// A class without names gets a map that only checks whether a number is a slot's.
    private static func map(of type: NSManagedObject.Type, in layout: EntityLayout, _ unnamed: SlotMap)
        -> SlotMap?
    {
        guard let names = ClassTables.of(type).slotTable?.slots else { return unnamed }
        let isPrefix = names.elementsEqual(layout.properties.prefix(names.count).lazy.map(\.name))
        return isPrefix ? nil : SlotMap(names: names, slots: names.map { layout.slots[$0] })
    }

    /// What the numbers in a class's accessors mean; nil where number k means slot k.
    ///
    /// An object's class may differ from the entity's class. A fault may have got its class from a super entity. Programs
    /// may make objects of any class.
    @inline(__always) func map(for type: NSManagedObject.Type) -> SlotMap? {
        type == objectClass ? map : otherMap(for: type)
    }

    @inline(never) private func otherMap(for type: NSManagedObject.Type) -> SlotMap? {
        if type == NSManagedObject.self { return unnamed }
        if let known = others.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        // The map is made outside of the lock, because this runs code of the class. Two maps of one class are equal.
        let map = Self.map(of: type, in: layout, unnamed)
        others.withLock { $0[ObjectIdentifier(type)] = .some(map) }
        return map
    }
}

/// The slots behind the numbers of one class.
final class SlotMap: Sendable {
    /// The names that the class gives its numbers; empty for a class without names.
    private let names: [String]
    /// The slot of each number; nil for a property that the entity lacks.
    private let slots: [Int?]

    init(names: [String], slots: [Int?]) {
        self.names = names
        self.slots = slots
    }

    /// Each number is its own slot.
    convenience init(count: Int) { self.init(names: [], slots: (0..<count).map { $0 }) }

    /// The slot behind a number; nil when there is none.
    func slot(_ number: Int) -> Int? { slots.indices.contains(number) ? slots[number] : nil }

    /// The name behind a number, for messages.
    func name(_ number: Int) -> String { names.indices.contains(number) ? names[number] : "#\(number)" }
}
