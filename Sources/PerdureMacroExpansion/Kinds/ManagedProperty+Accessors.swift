// SPDX-License-Identifier: Apache-2.0
// Adds to an attribute's getter the value for a slot that holds nil. Used by the kinds of attributes.

import PerdureAccessorText

extension ManagedProperty {
    /// The accessor of a plain type.
    func accessor(_ plain: PlainType, at slot: SlotText) -> AccessorText {
        guard !type.isOptional else { return plain.optional(at: slot) }
        let required = plain.required(at: slot)
        if plain.readsZero, isZero(plain) { return required }
        return AccessorText(
            get: completed(plain.optional(at: slot).get, zero: plain.zero), set: required.set)
    }

    /// A getter's expression, with the value that a non-optional property reads in place of nil.
    func completed(_ get: String, zero: String? = nil) -> String {
        guard !type.isOptional else { return get }
        return "\(get) ?? \(fallback.map(InitialValue.operand) ?? zero ?? "nil")"
    }

    private func isZero(_ plain: PlainType) -> Bool {
        guard let text = fallback?.trimmedDescription else { return true }
        return text == plain.zero || (plain.family == .number && text == "0.0")
    }
}
