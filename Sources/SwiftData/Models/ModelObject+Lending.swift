// SPDX-License-Identifier: Apache-2.0
// Lends the members of a relationship to statements that change them in place, so that an append adds the new members alone.

import Foundation
import Perdure
import PerdureBase

extension _ModelObject {
    /// Fewer members are not kept: reading them costs less than the memory.
    private static var leastKept: Int { 16 }

    /// The models of a to-many relationship: those that were kept, while they are true.
    final func list<T: PersistentModel>(of type: T.Type, at slot: Int, _ loans: MembersLoans?) -> [T] {
        if let kept = kept(type, at: slot, loans) { return kept.value }
        return members(at: slot).map { unsafeDowncast($0, to: T.self) }
    }

    /// Lends the models of a to-many relationship; until they are back, readers get others.
    final func lend<T: PersistentModel>(
        _ type: T.Type, at slot: Int, from loans: MembersLoans?
    ) -> _MembersLoan<T> {
        if let kept = kept(type, at: slot, loans) {
            loans?[slot] = nil
            return kept
        }
        let stamp = memberStamp(at: slot)
        return _MembersLoan(
            members(at: slot).map { unsafeDowncast($0, to: T.self) }, stamp: stamp,
            isCircular: LoanCircles.contain(
                entity, relationship: ModelFacts.of(modelType).properties[slot].name))
    }

    /// What is kept of a relationship, if it is still true.
    private func kept<T: PersistentModel>(
        _ type: T.Type, at slot: Int, _ loans: MembersLoans?
    ) -> _MembersLoan<T>? {
        guard let loans, let known = loans[slot] else { return nil }
        if let kept = known as? _MembersLoan<T>, kept.stamp == memberStamp(at: slot) { return kept }
        loans[slot] = nil
        return nil
    }

    /// Takes members back: adds those that are new at the end, and sets all of them after any other change.
    ///
    /// - Returns: Whether the loan is true, and large enough to be kept.
    final func takeBack<T: PersistentModel>(_ loan: _MembersLoan<T>, at slot: Int, owner: AnyObject) -> Bool {
        guard loan.isExtended, loan.stamp == memberStamp(at: slot), let new = loan.takeNew() else {
            setMembers(loan.value, at: slot, owner: owner)
            return false
        }
        if !new.isEmpty {
            guard extend(loan, by: new, at: slot, owner) else { return false }
            loan.known += new
            loan.stamp = memberStamp(at: slot)
        }
        return loan.known.count >= Self.leastKept
            && (!loan.isCircular || managedObjectContext == nil || isHeld)
    }

    /// Adds models at the end; false if the members are others than the loan's afterwards.
    private func extend<T: PersistentModel>(
        _ loan: _MembersLoan<T>, by new: [T], at slot: Int, _ owner: AnyObject
    ) -> Bool {
        if let context = modelContext { return add(new, of: loan, at: slot, context) }
        guard !new.contains(where: { $0.object.modelContext != nil }) else {
            setMembers(loan.value, at: slot, owner: owner)
            return false
        }
        makeLinks().members[slot, default: []] += new as [AnyObject]
        links?.walked += new.count
        return true
    }

    private func add<T: PersistentModel>(
        _ new: [T], of loan: _MembersLoan<T>, at slot: Int, _ context: ModelContext
    ) -> Bool {
        for model in new { context.adopt(model) }
        let objects = new.map(\.object)
        _add(objects, at: slot)
        let links = makeLinks()
        if loan.hasOrder {
            links.orders[slot, default: []] += objects.map(WeakObjectReference.init)
            links.walked += new.count
        } else {
            links.orders[slot] = loan.value.map { WeakObjectReference($0.object) }
            links.walked += loan.value.count
            loan.hasOrder = true
        }
        // Hooks of the program and rules of the other side may have changed more than was asked for.
        return _memberState(at: slot)?.count == loan.value.count
    }

    /// What changes with the members and with their order.
    private func memberStamp(at slot: Int) -> MembersStamp {
        let isLinked = managedObjectContext == nil || links?.members[slot] != nil
        return MembersStamp(
            state: isLinked ? -1 : _memberState(at: slot)?.stamp ?? 0, changes: links?.changes ?? 0)
    }
}
