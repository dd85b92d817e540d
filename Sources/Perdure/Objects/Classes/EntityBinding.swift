// SPDX-License-Identifier: Apache-2.0
// The facts that all objects of one entity share: class, names, conversions and initial values by slot. Each entity of a
// model in use has one binding. ObjectClassTable.swift finds its class.

import Foundation
import PerdureBase
import PerdurePredicates
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
    let kindPlaces: UnsafePointer<SlotKind>
    /// The names again, in a block of memory that ObjectFamily reads.
    let namePlaces: UnsafePointer<String>
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
    /// The keys that observers may ask for; nil unless the class conforms to Observable.
    let observedKeys: ObservedKeys?
    /// Made when it is first needed (Observation/KeyDependencies.swift).
    let knownDependencies = Lock<KeyDependencies?>(nil)
    /// The family of objects that have no store and no context.
    ///
    /// Set once, by init: the family refers to self.
    private(set) var strangers: ObjectFamily!

    init(_ entity: NSEntityDescription, _ compiled: CompiledEntity) {
        // Checked here, because no object is made before its binding.
        if let problem = MemoryAssumptions.problem { CoreDataException.internalInconsistency(problem).stop() }
        self.entity = entity
        layout = compiled.layout
        isAbstract = compiled.layout.isAbstract
        objectClass = ObjectClassTable.shared.objectClass(of: entity)
        tables = ClassTables.of(objectClass)
        accessorSlots = AccessorSlots(layout, objectClass: objectClass)
        names = ContiguousArray(layout.properties.map(\.name))
        slotProperties = ContiguousArray(
            zip(layout.properties, compiled.slotProperties).map {
                SlotProperty($0, $1, compiled.schema)
            })
        kindPlaces = Self.places(
            slotProperties.map { $0.isComputed || $0.merge != nil ? .other : SlotKind($0.coding) })
        namePlaces = Self.places(names)
        hasTransients = slotProperties.contains(where: \.isTransient)
        transientDefaults = slotProperties.filter { $0.isTransient && !$0.initialValue.isNull }
            .map { SlotContent(slot: $0.slot, value: $0.initialValue) }
        relationshipSlots = slotProperties.filter { $0.relationship != nil }.map(\.slot)
        computedSlots = slotProperties.filter(\.isComputed).map(\.slot)
        rebasedSlots = compiled.layout.mergeSlots
        adoptingSlots = slotProperties.filter { $0.coding?.isArchived ?? false }.map(\.slot)
        fetchedProperties = Self.fetched(compiled)
        let room = names.count + fetchedProperties.count
        observedKeys = tables.isObservable ? ObservedKeys(layout.slots, names, tables, slot: room) : nil
        let additions = fetchedProperties.count + (tables.isObservable ? 1 : 0)
        initialValues = ContiguousArray(
            slotProperties.map(\.initialValue) + repeatElement(.null, count: additions))
        validatedProperties = slotProperties.filter(\.needsValidation)
        strangers = ObjectFamily(self, in: nil, nil, ownsEntity: false)
    }

    deinit {
        kindPlaces.deallocate()
        UnsafeMutablePointer(mutating: namePlaces).deinitialize(count: names.count).deallocate()
    }

    /// Copies values into memory that deinit frees.
    private static func places<Value>(_ values: some Collection<Value>) -> UnsafePointer<Value> {
        let places = UnsafeMutableBufferPointer<Value>.allocate(capacity: max(values.count, 1))
        _ = places.initialize(from: values)
        // The capacity is at least one, so there is an address.
        return UnsafePointer(places.baseAddress!)
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

    /// The binding of an entity; puts its model to use.
    package static func of(_ entity: NSEntityDescription) -> EntityBinding {
        if entity.compiledForm == nil {
            do { try entity.managedObjectModel.freeze() } catch {
                ObjectErrors.unusableModel(entity, error).stop()
            }
        }
        let compiled = entity.compiled
        return compiled.objectBinding.withLock { stored in
            // Only this function stores an object in the lock.
            if let stored { return unsafeDowncast(stored, to: EntityBinding.self) }
            let made = EntityBinding(entity, compiled)
            stored = made
            return made
        }
    }

    package func property(named key: String) -> SlotProperty? { layout.slots[key].map { slotProperties[$0] } }
}

/// One slot of an entity, as its objects see it.
///
/// A class, so that passing one on costs one reference count and no copy.
package final class SlotProperty {
    package let slot: Int
    package let name: String
    package let isTransient: Bool
    /// Whether nil is valid.
    package let isOptional: Bool
    /// Whether the store computes the value.
    let isComputed: Bool
    package let description: NSPropertyDescription
    /// How an attribute merges; nil for all others.
    package let merge: MergeRule?
    /// How an attribute's values are converted; nil for a relationship.
    package let coding: AttributeCoding?
    /// The facts that the declaring class gives about an attribute.
    let swiftType: AttributeSwiftType?
    /// The two ends of a relationship; nil for an attribute.
    package let relationship: RelationshipBinding?
    let initialValue: SlotValue
    /// Whether a value of the right class may be invalid.
    let needsValidation: Bool
    /// Whether a value that is not nil may be invalid, although its class and range are right.
    let hasRules: Bool
    /// The test that shows most valid values to be valid; nil where the attribute has rules.
    let plainRule: PlainRule?

    init(_ property: PropertyLayout, _ description: NSPropertyDescription, _ schema: Schema) {
        slot = property.slot
        name = property.name
        isTransient = property.isTransient
        isComputed = property.isComputed
        isOptional = property.isOptional || description.isOptionalInMemory
        self.description = description
        let merge = property.merge
        self.merge = merge
        coding = (description as? NSAttributeDescription).map { AttributeCoding($0, merge: merge) }
        relationship = property.relationship.map { RelationshipBinding($0, description, schema) }
        // A default value of a wrong class was refused when the model was put to use.
        let attribute = description as? NSAttributeDescription
        swiftType = attribute?.attributeFacts.swiftType
        let preset = attribute?.defaultValue ?? swiftType?.initialValue
        let initial = coding.flatMap { try? $0.slotValue(preset) } ?? .null
        initialValue = initial.isNull ? coding?.elementDefaults ?? .null : initial.asDefault
        let isBounded = relationship.map { $0.description.minCount > 0 || $0.isBounded } ?? false
        // A mandatory number may be NaN, which counts as missing.
        let mayBeNaN = !isOptional && coding.map { $0.type == .double || $0.type == .float } ?? false
        hasRules =
            !description.validationPredicates.isEmpty || isBounded || mayBeNaN
            || coding?.hasMandatoryElements ?? false || swiftType?.reads != nil
        needsValidation = hasRules || !isOptional || coding?.needsRangeCheck ?? false
        plainRule =
            hasRules || merge != nil
            ? nil : coding.flatMap { [isOptional] in PlainRule($0, allowsNull: isOptional) }
    }

    package var isToMany: Bool { relationship?.isToMany ?? false }
}

/// The kind, range and optionality that an attribute's type demands of its values.
struct PlainRule {
    let kind: SlotKind
    let range: ClosedRange<Int64>
    let allowsNull: Bool

    /// Nil for a type whose values need a closer look.
    init?(_ coding: AttributeCoding, allowsNull: Bool) {
        kind = SlotKind(coding)
        if kind == .other || coding.type == .uri { return nil }
        range =
            switch coding.type {
            case .integer16: Int64(Int16.min)...Int64(Int16.max)
            case .integer32: Int64(Int32.min)...Int64(Int32.max)
            default: Int64.min...Int64.max
            }
        self.allowsNull = allowsNull
    }
}

/// The two ends of a relationship, as objects see them.
package final class RelationshipBinding {
    let description: NSRelationshipDescription
    let destination: Int32
    let isToMany: Bool
    let isOrdered: Bool
    let inverseSlot: Int?
    let isInverseToMany: Bool

    init(_ layout: RelationshipLayout, _ description: NSPropertyDescription, _ schema: Schema) {
        // The layout was compiled from this very description.
        self.description = description as! NSRelationshipDescription
        destination = layout.destination
        isToMany = layout.isToMany
        isOrdered = layout.isOrdered
        inverseSlot = layout.inverseSlot
        let inverse = layout.inverseSlot.map { schema[layout.destination].properties[$0] }
        isInverseToMany = inverse?.relationship?.isToMany ?? false
    }

    var isBounded: Bool { isToMany && description.maxCount > 0 }
}
