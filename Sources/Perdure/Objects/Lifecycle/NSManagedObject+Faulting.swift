// SPDX-License-Identifier: Apache-2.0
// Fills faults and turns objects into faults. The row comes through ChangeSink.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObject {
    /// Fills the fault; the code in Unreadable/ handles a store's failure.
    ///
    /// - Parameter slot: the property that is needed, if only one is.
    @inline(never)
    package final func fireFault(for slot: @autoclosure () -> Int? = nil) {
        do { try realize(for: slot()) } catch { report(unreadable: error) }
    }

    /// Fills the fault if it is one; an object whose context is gone stays a fault and reads as nil.
    ///
    /// - Parameters:
    ///   - slot: the property that is needed, if only one is.
    ///   - base: the row to take when the object's row is gone.
    /// - Throws: the store's error; 133000 when the object is gone and the context does not treat it as deleted.
    final func realize(for slot: @autoclosure () -> Int? = nil, otherwise base: Row? = nil) throws {
        guard slots.isFault, !state.contains(.firing) else { return }
        state.insert(.firing)
        defer { state.remove(.firing) }
        if !isInserted, number > 0, let row = environment.knownRow(number) { return fill(with: row) }
        guard let sink = link?.sink else { return }
        if isInserted { return sink.fillNew(self) }
        if let row = try readRow(from: sink) ?? base { return fill(with: row) }
        try sink.loseRow(of: self, reading: slot())
        fillWithNulls()
    }

    private func readRow(from sink: any ChangeSink) throws -> Row? {
        do { return try sink.row(forFault: self) } catch { throw Self.naming(self, in: error) }
    }

    /// Gives every property nil, because the row is gone.
    final func fillWithNulls() { fill(SlotStorage(values: nullValues, row: nil)) }

    /// Gives the object a new object's initial values.
    final func startAnew() {
        fill(SlotStorage(values: binding.initialValues, row: nil))
        _setInitialValues()
    }

    /// Takes a row as values and snapshot, then calls `awakeFromFetch()`.
    final func fill(with row: Row) {
        slots.deallocate()
        if row.key.entity == environment.sharedEntity {
            fill(SlotStorage(sharing: row))
        } else {
            fillWithCopies(row)
        }
        withoutTracking { awakeFromFetch() }
        if slots.isSpecial { followObservedSteps() }
    }

    /// Copies the row's values, for an object with further slots or of another entity than it was made for.
    @inline(never)
    private func fillWithCopies(_ row: Row) {
        if row.key.entity != binding.layout.number { rebind(to: row.key.entity) }
        fill(SlotStorage(values: binding.values(of: row), row: row))
        for preset in binding.transientDefaults { slots[preset.slot] = preset.value }
    }

    private func fill(_ values: SlotStorage) {
        forgetPartialValues()
        slots = values
        if needsSpecialAccess { slots.isSpecial = true }
    }

    /// Gives a fault that was made for a super entity its own entity's properties; its class stays.
    private func rebind(to entity: Int32) {
        guard let namespace else { return }
        binding = EntityBinding.of(namespace.entity(entity))
    }

    /// Drops values and snapshot.
    final func turnIntoFault() {
        forgetPartialValues()
        guard !slots.isFault else { return }
        willTurnIntoFault()
        // Companions go last: their deinit must not meet values that are half gone.
        withExtendedLifetime(slots.extras) {
            dropping {
                slots.deallocate()
                slots = .fault
            }
        }
        didTurnIntoFault()
    }

    /// Releases the destinations of relationships and the results of fetched properties: the context is gone.
    ///
    /// Attributes stay readable.
    final func loseDestinations() {
        guard slots.ownsSlots else { return }
        let fetched = binding.fetchedProperties.values.lazy.map(\.slot)
        for slot in binding.relationshipSlots + fetched { slots[slot] = .null }
    }

    /// Runs a closure whose changes do not make the object dirty.
    final func withoutTracking(_ body: () -> Void) {
        let wasUntracked = state.contains(.untracked)
        state.insert(.untracked)
        body()
        if !wasUntracked { state.remove(.untracked) }
    }

    private var nullValues: ContiguousArray<SlotValue> {
        ContiguousArray(repeating: .null, count: binding.initialValues.count)
    }

    /// Whether a relationship's destinations are not loaded yet; fires nothing.
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
        case .stored(.reference(let key)) where key.number > 0 && namespace != nil: namespace?.id(key)
        case .stored(.reference): toOne(at: slot)?.id
        case .stored: nil
        case .live(let value): value.asDestination?.id
        }
    }
}
