// SPDX-License-Identifier: Apache-2.0
// Turns the deltas of an update into whole values. An engine does this while it holds its write lock, so that nothing can come
// between reading the newest row and writing it.

extension RowUpdate {
    /// The update with whole values: its deltas are applied to the newest stored row.
    ///
    /// - Parameters:
    ///   - current: the row as it is stored now.
    ///   - layout: the row's entity.
    /// - Returns: an update with the whole new row and all slots that it writes; its deltas stay listed. nil when another
    ///   writer has replaced a value and its rule takes that for a conflict.
    /// - Throws: `StoreError.merge` for a change that does not fit, `.invalidValue` for one of an attribute that does not
    ///   merge.
    public func resolved(on current: Row, _ layout: EntityLayout) throws -> RowUpdate? {
        var values = current.values
        write(to: &values)
        var written = slots
        for change in deltas {
            let rule = try Self.rule(of: change, layout)
            let stored = current[change.slot]
            if let expected = change.expected, expected != stored {
                switch rule.conflict {
                case .mine: break
                case .theirs: continue
                case .merge, .error: return nil
                }
            }
            do {
                values[change.slot] = try rule.apply(
                    change.delta, to: stored, of: current.key, at: change.slot)
            } catch let failure as MergeFailure {
                throw StoreError.merge(failure)
            }
            written.append(change.slot)
        }
        return with(values, version(after: current), slots: written.sorted())
    }

    /// The version that the row must have; nil where any will do.
    ///
    /// Merging alone neither causes conflicts nor suffers them.
    public var checkedVersion: Int64? { movesVersion ? expectedVersion : nil }

    /// The row's version after the write, counted from the stored version.
    public func nextVersion(after current: Int64) -> Int64 { movesVersion ? current &+ 1 : current }

    private func version(after current: Row) -> Int64 {
        movesVersion ? (expectedVersion ?? current.version) &+ 1 : current.version
    }

    private func with(_ values: ContiguousArray<StoredValue>, _ version: Int64, slots: [Int]) -> RowUpdate {
        RowUpdate(
            Row(key: key, version: version, values: values), slots: slots,
            expectedVersion: checkedVersion, deltas: deltas, movesVersion: movesVersion)
    }

    private static func rule(of change: SlotDelta, _ layout: EntityLayout) throws -> MergeRule {
        guard layout.properties.indices.contains(change.slot) else {
            throw StoreError.invalidValue(
                entity: layout.name, property: "", reason: "there is no slot \(change.slot)")
        }
        let property = layout.properties[change.slot]
        guard let rule = property.merge, property.isStoredInRow else {
            throw StoreError.invalidValue(
                entity: layout.name, property: property.name,
                reason: "a change is to be applied to it, but it does not merge")
        }
        return rule
    }
}
