// SPDX-License-Identifier: Apache-2.0
// Filling faults and making faults again. The row comes through ChangeSink.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// Fills the fault; when the store fails it is as Unreadable/ says.
    ///
    /// - Parameter slot: the property that is needed, if only one is.
    @inline(never)
    final func fireFault(for slot: @autoclosure () -> Int? = nil) {
        do { try realize(for: slot()) } catch { report(unreadable: error) }
    }

    /// Fills the fault if it is one; an object whose context is gone stays a fault and reads as nil.
    ///
    /// - Throws: what the store reports; 133000 when the object is gone and must not be.
    final func realize(for slot: @autoclosure () -> Int? = nil) throws {
        guard slots.isFault, !state.contains(.firing), let sink = link?.sink else { return }
        state.insert(.firing)
        defer { state.remove(.firing) }
        if isInserted { return sink.fillNew(self) }
        if let row = try readRow(from: sink) { return fill(with: row) }
        try sink.loseRow(of: self, reading: slot())
        fillWithNulls()
    }

    private func readRow(from sink: any ChangeSink) throws -> Row? {
        do { return try sink.row(forFault: self) } catch { throw Self.naming(self, in: error) }
    }

    /// Takes nil for every property: the row is gone.
    final func fillWithNulls() { fill(SlotStorage(values: nullValues, row: nil)) }

    /// Takes the values of a new object.
    final func startAnew() {
        fill(SlotStorage(values: binding.initialValues, row: nil))
        _setInitialValues()
    }

    /// Takes a row as values and snapshot, then tells the object.
    final func fill(with row: Row) {
        slots.deallocate()
        if row.key.entity == family.sharedEntity {
            fill(SlotStorage(sharing: row))
        } else {
            fillApart(row)
        }
        withoutTracking { awakeFromFetch() }
        if slots.isSpecial { followObservedSteps() }
    }

    /// Takes a copy of the row's values, where an object has others besides, or turns out to be of another entity.
    @inline(never)
    private func fillApart(_ row: Row) {
        if row.key.entity != binding.layout.number { rebind(to: row.key.entity) }
        fill(SlotStorage(values: binding.values(of: row), row: row))
        for preset in binding.transientDefaults { slots[preset.slot] = preset.value }
    }

    private func fill(_ values: SlotStorage) {
        forgetPartialValues()
        slots = values
        if needsSpecialAccess { slots.isSpecial = true }
    }

    /// The fault was made for a super entity; its class stays, its properties are those of its own entity.
    private func rebind(to entity: Int32) {
        guard let origin else { return }
        binding = EntityBinding.of(origin.entity(entity))
    }

    /// Drops values and snapshot.
    final func turnIntoFault() {
        forgetPartialValues()
        guard !slots.isFault else { return }
        willTurnIntoFault()
        // Companions go last: what they do when they go must not meet values that are half gone.
        withExtendedLifetime(slots.extras) {
            dropping {
                slots.deallocate()
                slots = .fault
            }
        }
        didTurnIntoFault()
    }

    /// Lets go of the objects that relationships and fetched properties lead to: the context is gone.
    ///
    /// Attributes stay readable.
    final func loseDestinations() {
        guard slots.ownsSlots else { return }
        let fetched = binding.fetchedProperties.values.lazy.map(\.slot)
        for slot in binding.relationshipSlots + fetched { slots[slot] = .null }
    }

    /// Lets changes pass without dirtying the object.
    final func withoutTracking(_ body: () -> Void) {
        let wasUntracked = state.contains(.untracked)
        state.insert(.untracked)
        body()
        if !wasUntracked { state.remove(.untracked) }
    }

    private var nullValues: ContiguousArray<SlotValue> {
        ContiguousArray(repeating: .null, count: binding.initialValues.count)
    }

    /// Whether the members of a relationship are not known yet; fires nothing.
    ///
    /// - Parameter key: a relationship's name.
    /// - Returns: true for a fault, for an unread to-many, and for a to-one whose destination is a fault.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let property = binding.property(named: key), property.relationship != nil else { return false }
        if slots.isFault { return true }
        switch slots[property.slot] {
        case .live(let value): return value.leadsToFault
        case .stored(.reference): return true
        case .stored: return property.isToMany && !property.isTransient && slots.row != nil
        }
    }

    /// The IDs of a relationship's destinations; makes no objects for them.
    ///
    /// - Parameter key: a relationship's name.
    /// - Returns: the IDs, in their order when the relationship is ordered.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let property = binding.property(named: key), let relationship = property.relationship else {
            ExceptionTrap.raise(
                ObjectErrors.undefinedKey(key, of: self, call: "objectIDsForRelationshipNamed:"))
            return []
        }
        if slots.isFault { fireFault(for: property.slot) }
        if !relationship.isToMany { return toOneID(property.slot).map { [$0] } ?? [] }
        let many = toMany(at: property.slot)
        if many.isLoaded || many.hasChanges {
            return loadedToMany(at: property.slot).list.map(\.id)
        }
        do { return try link?.sink?.memberIDs(of: relationship.description, for: self) ?? [] } catch {
            report(unreadable: error, reading: key)
            return []
        }
    }

    private func toOneID(_ slot: Int) -> NSManagedObjectID? {
        switch slots[slot] {
        case .stored(.reference(let key)) where key.number > 0 && origin != nil: origin?.id(key)
        case .stored(.reference): toOne(at: slot)?.id
        case .stored: nil
        case .live(let value): value.asDestination?.id
        }
    }
}
