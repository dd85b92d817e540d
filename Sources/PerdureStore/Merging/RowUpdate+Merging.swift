// SPDX-License-Identifier: Apache-2.0
// From changes to whole values, below the line: what engines do with the deltas of an update while they hold their write
// lock, so that nothing can come between reading the newest row and writing it.

extension RowUpdate {
    /// The update with values in the place of changes: these are applied to the newest stored row.
    ///
    /// - Parameters:
    ///   - current: the row as it is stored now.
    ///   - layout: the row's entity.
    /// - Returns: an update whose row is the whole row as it will be, and whose `slots` are all that it writes; the
    ///   changes stay listed. nil when a value has been replaced meanwhile and its rule takes that for a conflict.
    /// - Throws: `StoreError.merge` for a change that does not fit, `.invalidValue` for one of an attribute that does not
    ///   merge.
    package func resolved(on current: Row, _ layout: EntityLayout) throws -> RowUpdate? {
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
    package var checkedVersion: Int64? { movesVersion ? expectedVersion : nil }

    /// The version of a row that is written, whatever the writer took it for.
    package func nextVersion(after current: Int64) -> Int64 { movesVersion ? current &+ 1 : current }

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
