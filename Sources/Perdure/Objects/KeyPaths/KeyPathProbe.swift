// SPDX-License-Identifier: Apache-2.0
// Finds the name of a key path that no table has, such as `\Movie.director?.name`. The probe follows the key path through
// objects made for the purpose. Their accessors report what they read.

import Foundation
import PerdureFoundationGaps
import PerdureStore

/// Follows a key path and records which properties are read on the way.
///
/// The objects belong to no context. Their attributes have made-up values, and their to-one relationships lead to more such
/// objects. A name is accepted only when the property of that name has the value that the key path returned. A computed
/// property that changes the value of another property is therefore not mistaken for that property.
final class KeyPathProbe: ChangeSink {
    /// Selects the made-up values; a run with a second seed rules out a coincidence.
    private let seed: Int
    /// The objects on the way, each with the slots that were read.
    private var steps: [(object: NSManagedObject, slots: [Int])] = []
    private var isStraight = true
    private var isOver = false
    private lazy var link = ContextLink(self)

    private init(seed: Int) { self.seed = seed }

    /// The name of a key path; nil when the key path does not end in a property reached through to-one relationships.
    static func name(of keyPath: AnyKeyPath, root: NSManagedObject.Type) -> String? {
        guard root != NSManagedObject.self, let (entity, model) = EntitiesByClass.shared.anyEntity(of: root)
        else { return nil }
        return withExtendedLifetime(model) {
            let names = KeyPathProbe(seed: 0).names(of: keyPath, entity)
                .intersection(KeyPathProbe(seed: 1).names(of: keyPath, entity))
            return names.count == 1 ? names.first : nil
        }
    }

    private func names(of keyPath: AnyKeyPath, _ entity: NSEntityDescription) -> Set<String> {
        let root = object(of: entity)
        let value = AnyValue.unwrapped(root[keyPath: keyPath])
        isOver = true
        guard isStraight, let end = steps.last else { return [] }
        let path = steps.dropLast().map { $0.object.binding.names[$0.slots[0]] }
        let found = candidates(at: end.object, type(of: keyPath).valueType, value)
        let read = Set(end.slots.map { end.object.binding.names[$0] })
        let chosen = read.count == 1 && !found.isDisjoint(with: read) ? read : found
        return Set(chosen.map { (path + [$0]).joined(separator: ".") })
    }

    /// The names of the object's properties that have the given type and value.
    private func candidates(at object: NSManagedObject, _ type: Any.Type, _ value: Any?) -> Set<String> {
        let known = ClassTables.of(Swift.type(of: object)).keyPathNames.properties
        let names = known.filter { keyPath, _ in
            Self.plain(Swift.type(of: keyPath).valueType) == Self.plain(type)
                && Self.areEqual(AnyValue.unwrapped(object[keyPath: keyPath]), value)
        }
        return Set(names.values)
    }

    private static func plain(_ type: Any.Type) -> ObjectIdentifier {
        ObjectIdentifier((type as? any OptionalType.Type)?.plain ?? type)
    }

    /// Compares two values; values that cannot be compared count as equal, because their type is equal.
    private static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard let left = left as? AnyHashable, let right = right as? AnyHashable else { return true }
        return left == right
    }

    // MARK: The objects

    private func object(of entity: NSEntityDescription) -> NSManagedObject {
        let id = TemporaryObjectID(entity: entity)
        let blueprint = ObjectBlueprint(
            environment: ObjectEnvironment(EntityBinding.of(entity), in: nil, link), number: id.key.number,
            id: id,
            isFault: false)
        let object = blueprint.makeObject()
        for property in object.binding.slotProperties where property.coding != nil {
            object.slots[property.slot] = .stored(value(of: property))
        }
        object.slots.isSpecial = true
        object.state.formUnion([.untracked, .probe])
        return object
    }

    /// Records that an accessor of one of the objects reads a property.
    func record(_ slot: Int, of object: NSManagedObject) {
        let property = object.binding.slotProperties[slot]
        if let relationship = property.relationship, !relationship.isToMany, object.slots[slot].isNull,
            let destination = relationship.description.destinationEntity
        {
            object.slots[slot] = .live(self.object(of: destination))
        }
        if !isOver { step(to: object, slot) }
    }

    /// Records a step from one object to its destination; any other step makes the key path unusable.
    private func step(to object: NSManagedObject, _ slot: Int) {
        guard let last = steps.last else { return steps.append((object, [slot])) }
        if last.object === object {
            // One accessor may read a slot twice: it casts a destination of a subclass in a second step.
            if last.slots.last != slot { steps[steps.count - 1].slots.append(slot) }
            return
        }
        guard last.slots.count == 1, last.object.toOne(at: last.slots[0]) === object else {
            isStraight = false
            return
        }
        steps.append((object, [slot]))
    }

    private func value(of property: SlotProperty) -> StoredValue {
        switch property.coding?.type {
        case .boolean: .integer(Int64(seed))
        case .integer16, .integer32, .integer64: .integer(seed == 0 ? 101 : -202)
        case .double, .float: .double(seed == 0 ? 1.5 : -2.5)
        case .decimal: .decimal(DecimalBox(seed == 0 ? 1.5 : -2.5))
        case .string: .string("  Pröbe \(seed)")
        case .uri: .string("probe:\(seed)")
        case .date: .date(seed == 0 ? 1000.5 : -2000.5)
        case .binary: .data(Data([UInt8(seed)]))
        case .uuid: .uuid(UUID())
        default: .null
        }
    }
}

extension KeyPathProbe {
    // The objects have no context, so nothing changes and no store is read.
    func didChange(_ object: NSManagedObject, slot: Int?, from oldValue: SlotValue) {}
    func checkQueue(of object: NSManagedObject, _ property: @autoclosure () -> String) {}
    func keep(_ view: AnyObject) {}
    func didSaveOtherValue(_ object: NSManagedObject, _ key: String) {}
    func environment(_ binding: EntityBinding, in namespace: ObjectIDNamespace?) -> ObjectEnvironment {
        ObjectEnvironment(binding, in: namespace, link)
    }
    func oldValues(of object: NSManagedObject) -> [SlotContent] { [] }
    func row(forFault object: NSManagedObject) -> Row? { nil }
    func fillNew(_ object: NSManagedObject) {}
    func loseRow(of object: NSManagedObject, reading slot: Int?) {}
    func members(of relationship: NSRelationshipDescription, for object: NSManagedObject) -> [NSManagedObject]
    {
        []
    }
    func handle(_ object: NSManagedObject, unreadable error: any Error) -> Bool { false }
    func memberIDs(of relationship: NSRelationshipDescription, for object: NSManagedObject)
        -> [NSManagedObjectID]
    { [] }
    func objects(of property: NSFetchedPropertyDescription, for object: NSManagedObject) -> [NSManagedObject]
    { [] }
    func object(for key: ObjectKey, relatedTo object: NSManagedObject) -> NSManagedObject { object }
}

/// Tells the type inside an optional type.
private protocol OptionalType {
    static var plain: Any.Type { get }
}

extension Optional: OptionalType {
    static var plain: Any.Type { (Wrapped.self as? any OptionalType.Type)?.plain ?? Wrapped.self }
}
