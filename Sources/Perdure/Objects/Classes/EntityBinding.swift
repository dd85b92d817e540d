// SPDX-License-Identifier: Apache-2.0
// The facts that all objects of one entity share: class, names, conversions and initial values by slot. Each entity of a
// model in use has one binding, which EntityBinding+Making.swift makes. SlotProperty.swift is one property.

import Foundation
import PerdureBase
import PerdureStore

/// An entity as its objects see it: everything by slot number.
package final class EntityBinding: @unchecked Sendable {
    // Sendable because nothing changes after init, and descriptions of a model in use never change.

    /// Not owned, because the entity's compiled form owns the binding.
    ///
    /// Unsafe, because making every object reads it. Code that has a binding also has an object ID or the entity itself,
    /// and both keep the entity alive.
    package unowned(unsafe) let entity: NSEntityDescription
    let layout: EntityLayout
    /// A copy of the layout's flag, because reading a property of the layout may copy the whole layout.
    let isAbstract: Bool
    package let objectClass: NSManagedObject.Type
    /// What generated code says about the class.
    let tables: ClassTables
    /// What the numbers in accessors mean.
    let accessorSlots: AccessorSlots
    package let names: ContiguousArray<String>
    package let slotProperties: ContiguousArray<SlotProperty>
    /// The kinds of all slots in one block of memory, because every typed write reads one.
    let kindTable: UnsafePointer<SlotKind>
    /// The names again, in a block of memory that ObjectEnvironment reads.
    let nameTable: UnsafePointer<String>
    /// The values of a new object.
    let initialValues: ContiguousArray<SlotValue>
    /// Default values of transient slots; an object takes them each time its fault is filled.
    let transientDefaults: [SlotContent]
    let hasTransients: Bool
    let relationshipSlots: [Int]
    /// Slots whose value the store computes.
    let computedSlots: [Int]
    /// Slots whose live values take over the value that a save wrote.
    let adoptingSlots: [Int]
    /// Slots of merging attributes: their changes are applied to a newer row and do not replace it.
    let rebasedSlots: [Int]
    /// Fetched properties with their slots, which lie behind the layout's slots.
    let fetchedProperties: [String: (slot: Int, description: NSFetchedPropertyDescription)]
    /// The properties that need validation; a value of any other property is always valid.
    let validatedProperties: ContiguousArray<SlotProperty>
    /// The plain rules of such properties, in memory that deinit frees, and those properties that have none.
    let plainRules: UnsafeBufferPointer<PlainRule>
    let otherValidatedProperties: ContiguousArray<SlotProperty>
    /// The keys that observers may ask for; nil unless the class conforms to Observable.
    let observedKeys: ObservedKeys?
    /// Made when it is first needed (KeyDependencies+Entities.swift).
    let knownDependencies = Lock<KeyDependencies?>(nil)
    /// The environment of objects that have no store and no context.
    ///
    /// Set once, by init: the environment refers to self.
    private(set) var unattachedEnvironment: ObjectEnvironment!

    /// Takes the entity's class, which EntityBinding+Making.swift finds, and its tables.
    init(
        _ entity: NSEntityDescription, _ compiled: CompiledEntity, _ objectClass: NSManagedObject.Type,
        _ tables: ClassTables
    ) {
        self.entity = entity
        self.objectClass = objectClass
        self.tables = tables
        layout = compiled.layout
        isAbstract = compiled.layout.isAbstract
        accessorSlots = AccessorSlots(layout, objectClass: objectClass)
        names = ContiguousArray(layout.properties.map(\.name))
        slotProperties = ContiguousArray(
            zip(layout.properties, compiled.slotProperties).map { SlotProperty($0, $1) })
        kindTable = Self.copied(slotProperties.map(\.kind))
        nameTable = Self.copied(names)
        hasTransients = slotProperties.contains(where: \.isTransient)
        transientDefaults = slotProperties.filter { $0.isTransient && !$0.initialValue.isNull }
            .map { SlotContent(slot: $0.slot, value: $0.initialValue) }
        relationshipSlots = slotProperties.filter { $0.relationship != nil }.map(\.slot)
        computedSlots = slotProperties.filter(\.isComputed).map(\.slot)
        rebasedSlots = compiled.layout.mergeSlots
        adoptingSlots = slotProperties.filter { $0.coding?.isArchived ?? false }.map(\.slot)
        fetchedProperties = Self.fetched(compiled)
        let room = names.count + fetchedProperties.count
        let computed = tables.dependentKeyNames.union(tables.accessors.names)
        observedKeys =
            tables.isObservable
            ? ObservedKeys(layout.slots, names, computed: computed, slot: room) : nil
        let additions = fetchedProperties.count + (tables.isObservable ? 1 : 0)
        initialValues = ContiguousArray(
            slotProperties.map(\.initialValue) + repeatElement(.null, count: additions))
        validatedProperties = slotProperties.filter(\.needsValidation)
        let rules = validatedProperties.compactMap(\.plainRule)
        plainRules = UnsafeBufferPointer(start: Self.copied(rules), count: rules.count)
        otherValidatedProperties = validatedProperties.filter { $0.plainRule == nil }
        unattachedEnvironment = ObjectEnvironment(self, in: nil, nil, ownsEntity: false)
    }

    deinit {
        kindTable.deallocate()
        plainRules.deallocate()
        UnsafeMutablePointer(mutating: nameTable).deinitialize(count: names.count).deallocate()
    }

    /// Copies values into memory that deinit frees.
    private static func copied<Value>(_ values: some Collection<Value>) -> UnsafePointer<Value> {
        let copy = UnsafeMutableBufferPointer<Value>.allocate(capacity: max(values.count, 1))
        _ = copy.initialize(from: values)
        // The capacity is at least one, so there is an address.
        return UnsafePointer(copy.baseAddress!)
    }

    /// The table of the slot numbers in the class's accessors: its own or a superclass's.
    ///
    /// A class without generated accessors has none.
    var classProperties: ClassProperties? { tables.slotTable }

    private static func fetched(_ compiled: CompiledEntity)
        -> [String: (slot: Int, description: NSFetchedPropertyDescription)]
    {
        let fetched = compiled.propertiesByName.values.compactMap { $0 as? NSFetchedPropertyDescription }
            .sorted { $0.name < $1.name }
        let first = compiled.layout.properties.count
        return Dictionary(
            uniqueKeysWithValues: fetched.enumerated().map { ($1.name, (slot: first + $0, description: $1)) })
    }

    /// Whether accessors of the entity's own class may read slots by the numbers in them.
    var isPlain: Bool { observedKeys == nil && accessorSlots.map(for: objectClass) == nil }

    /// Whether a filled fault has its row's values and no others.
    var sharesRows: Bool { initialValues.count == names.count && transientDefaults.isEmpty }

    /// A filled fault's values: the row's, then empty slots for fetched properties and for observers.
    func values(of row: Row) -> ContiguousArray<SlotValue> {
        let additions = initialValues.count - names.count
        return ContiguousArray(row.values.lazy.map(SlotValue.stored)) + repeatElement(.null, count: additions)
    }

    package func property(named key: String) -> SlotProperty? { layout.slots[key].map { slotProperties[$0] } }
}
