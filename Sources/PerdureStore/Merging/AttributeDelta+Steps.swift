// SPDX-License-Identifier: Apache-2.0
// The step from one pending change to the next, for undo: what was done in between, so that it can be taken back after
// others have saved (MRG-77).

extension AttributeDelta {
    /// The change that, composed with an earlier one, does what this one does.
    ///
    /// - Parameters:
    ///   - earlier: the change before.
    ///   - base: the snapshot of both.
    /// - Returns: the step.
    /// - Throws: `MergeError.otherKind`.
    package func step(from earlier: AttributeDelta, on base: MergeContent) throws -> AttributeDelta {
        switch (self, earlier, base) {
        case (.integer(let new), .integer(let old), .integer(let value)):
            .integer(new.step(from: old, on: value))
        case (.real(let new), .real(let old), .real(let value)): .real(new.step(from: old, on: value))
        case (.decimal(let new), .decimal(let old), .decimal(let value)):
            .decimal(new.step(from: old, on: value))
        case (.dictionary(let new), .dictionary(let old), .dictionary(let value)):
            .dictionary(new.step(from: old, on: value))
        case (.value(let new), .value(let old), .value(let value)): .value(new.step(from: old, on: value))
        default: try .difference(from: earlier.shown(on: base), to: shown(on: base))
        }
    }
}

extension CounterDelta {
    fileprivate func step(from earlier: Self, on value: Number?) -> Self {
        if self == earlier { return .identity }
        if base == earlier.base, let amount = try? amount.minus(earlier.amount) { return .add(amount) }
        return .assign(shown(on: value))
    }
}

extension DictionaryDelta {
    fileprivate func step(from earlier: DictionaryDelta, on value: Value) -> DictionaryDelta {
        let (old, new) = (earlier.shown(on: value), shown(on: value))
        let keys = Set(entries.keys).union(earlier.entries.keys)
        var result: [String: Entry] = [:]
        for key in keys where entries[key] != earlier.entries[key] {
            result[key] = added(key, earlier) ?? new[key].map { .set($0) } ?? .remove
        }
        return DictionaryDelta(result).normalized(for: old)
    }

    /// What was added to a number that was only added to before.
    private func added(_ key: String, _ earlier: DictionaryDelta) -> Entry? {
        guard case .add(let amount)? = entries[key] else { return nil }
        guard let before = earlier.entries[key] else { return entries[key] }
        guard case .add(let first) = before else { return nil }
        let difference = try? Entry.add(first.opposite).composed(with: .add(amount), key)
        return difference
    }
}

extension ValueDelta {
    fileprivate func step(from earlier: ValueDelta, on value: SlotValue) -> ValueDelta {
        if self == earlier { return .none }
        return self == .none ? ValueDelta(value) : self
    }
}
