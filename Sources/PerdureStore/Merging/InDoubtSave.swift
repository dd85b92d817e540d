// SPDX-License-Identifier: Apache-2.0
// A save whose commit is in doubt, for the next try: its deltas must not be applied twice. It is made of the change set that
// met `StoreError.inDoubt`, and goes into the next change set; engines ask for it in `prepare`.

/// The deltas of commits that are in doubt.
public struct InDoubtSave: Sendable {
    /// One try: the mark by which its commit can be recognised, all deltas that the save had then, and its new rows.
    private struct Try {
        let identifier: Int64
        var deltas: [ObjectKey: [SlotDelta]]
        let insertions: Set<ObjectKey>
        /// Whether a companion was part of the transaction.
        let hasCompanion: Bool
    }

    /// The newest try comes first, because it has taken the fate of the others into account.
    private var tries: [Try]

    /// Takes over the deltas of a change set as its maker made it; nil for a change set without an identifier.
    package init?(_ changes: ChangeSet) {
        guard let identifier = changes.identifier else { return nil }
        let deltas = Dictionary(
            changes.updates.lazy.filter { !$0.deltas.isEmpty }.map { ($0.key, $0.deltas) },
            uniquingKeysWith: { $1 })
        tries =
            [
                Try(
                    identifier: identifier, deltas: deltas, insertions: Set(changes.insertions.map(\.key)),
                    hasCompanion: changes.companion != nil)
            ] + (changes.inDoubtSave?.tries ?? [])
    }

    /// Whether one of the tries has inserted a row, which may be stored.
    package func hasInserted(_ key: ObjectKey) -> Bool { tries.contains { $0.insertions.contains(key) } }

    /// Forgets the deltas of a row: its changes have been given up, and later changes are new ones.
    package mutating func forget(_ key: ObjectKey) {
        for index in tries.indices { tries[index].deltas[key] = nil }
    }

    /// Removes deltas that are stored already from a change set, if a commit turns out to have happened.
    ///
    /// - Parameters:
    ///   - changes: the change set of the next try.
    ///   - isStored: whether the save with a mark is in the store.
    /// - Throws: `MergeError` for a change that is out of range without that part; what `isStored` throws.
    public func remove(from changes: inout ChangeSet, _ isStored: (Int64) throws -> Bool) throws {
        guard let stored = try tries.first(where: { try isStored($0.identifier) }) else { return }
        // What the companion did is stored with the rest.
        if stored.hasCompanion { changes.companion = nil }
        try Self.remove(stored.deltas, from: &changes)
    }

    private static func remove(_ deltas: [ObjectKey: [SlotDelta]], from changes: inout ChangeSet) throws {
        for (index, update) in changes.updates.enumerated() {
            guard let stored = deltas[update.key], !update.deltas.isEmpty else { continue }
            let rest = try update.deltas.map { change in
                var change = change
                if let part = stored.first(where: { $0.slot == change.slot }) {
                    change.delta = try change.delta.rest(after: part.delta)
                    // The stored value is now this save's own.
                    change.expected = nil
                }
                return change
            }
            changes.updates[index] = RowUpdate(
                update.row, slots: update.slots, expectedVersion: update.expectedVersion, deltas: rest,
                movesVersion: update.movesVersion)
        }
    }
}

extension ChangeSet {
    /// Whether any update has deltas.
    public var merges: Bool { updates.contains { !$0.deltas.isEmpty } }

    /// Gives the change set the mark by which its commit can be recognised, unless it has one.
    ///
    /// Stores need a mark for change sets with deltas; some need one for each change set (`StoreLimits.wantsIdentifiers`).
    public mutating func identify() {
        if identifier == nil { identifier = Int64.random(in: .min ... .max) }
    }
}

extension AttributeDelta {
    /// The rest of this change for a value to which an earlier form of the change has been applied.
    ///
    /// Replacing and inserting twice is the same as once; only additions must not be repeated.
    ///
    /// - Throws: `MergeError` when the sum is out of range.
    func rest(after stored: AttributeDelta) throws -> AttributeDelta {
        switch (self, stored) {
        case (.integer(let delta), .integer(let stored)): .integer(try delta.rest(after: stored))
        case (.real(let delta), .real(let stored)): .real(try delta.rest(after: stored))
        case (.decimal(let delta), .decimal(let stored)): .decimal(try delta.rest(after: stored))
        case (.dictionary(let delta), .dictionary(let stored)): .dictionary(try delta.rest(after: stored))
        default: self
        }
    }
}

extension CounterDelta {
    fileprivate func rest(after stored: Self) throws -> Self {
        // An assignment begins anew.
        guard base == .kept, stored.base == .kept, stored.isTouched else { return self }
        return Self(amount: try amount.minus(stored.amount), isTouched: true)
    }
}

extension DictionaryDelta {
    fileprivate func rest(after stored: DictionaryDelta) throws -> DictionaryDelta {
        var rest = entries
        for (key, entry) in entries {
            guard case .add = entry, case .add? = stored.entries[key], let part = stored.entries[key] else {
                continue
            }
            rest[key] = try part.negated(key).composed(with: entry, key)
        }
        return DictionaryDelta(rest, isDeep: isDeep)
    }
}
