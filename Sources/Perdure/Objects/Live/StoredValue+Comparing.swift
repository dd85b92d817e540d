// SPDX-License-Identifier: Apache-2.0
// How objects compare and store values: SQL has no NaN, so nil and NaN are the same. Texts are the same by their bytes: a save
// writes another spelling of the same letters.

import PerdureStore

extension StoredValue {
    /// Whether an object's value and a row's value are the same to programs and to stores.
    func isSame(as other: StoredValue) -> Bool {
        switch (self, other) {
        case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
        case (.double(let number), .null), (.date(let number), .null): number.isNaN
        default: self == other || areLeavesSame(as: other)
        }
    }

    /// The form that rows keep: a value without a form in SQL becomes nil.
    var storable: StoredValue {
        switch self {
        case .double(let number), .date(let number): number.isNaN ? .null : self
        default: withStorableLeaves
        }
    }
}
