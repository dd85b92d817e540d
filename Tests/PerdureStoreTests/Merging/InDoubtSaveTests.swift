// SPDX-License-Identifier: Apache-2.0
// Saves that are tried again after a commit in doubt: what is left of them where an earlier try is stored.

import PerdureStore
import Testing

@Suite("Saves in doubt") struct InDoubtSaveTests {
    private final class Companion: SaveCompanion {}

    private static let key = ObjectKey(entity: 1, root: 1, number: 1)

    /// A save that adds to a counter, and does something else in its transaction.
    private func save(_ amount: Int64) -> ChangeSet {
        var changes = ChangeSet()
        changes.updates = [
            RowUpdate(
                Row(key: Self.key, version: 1, values: [.integer(amount)]), slots: [], expectedVersion: 1,
                deltas: [SlotDelta(slot: 0, delta: .integer(.add(amount)))], movesVersion: false)
        ]
        changes.companion = Companion()
        changes.identify()
        return changes
    }

    private func delta(of changes: ChangeSet) -> AttributeDelta? {
        changes.updates.first?.deltas.first?.delta
    }

    @Test(
        "MT-43 what a stored try has added and done beside its rows is not done again",
        arguments: [true, false])
    func secondTry(isStored: Bool) throws {
        let first = save(2)
        var second = save(5)
        let doubt = try #require(InDoubtSave(first))
        try doubt.remove(from: &second) { $0 == first.identifier && isStored }
        #expect(delta(of: second) == .integer(.add(isStored ? 3 : 5)))
        #expect((second.companion == nil) == isStored)
    }
}
