// SPDX-License-Identifier: Apache-2.0
// Stored values as objects compare and keep them: SQL has no NaN, so nil and NaN are one.

import PerdureStore

extension StoredValue {
    /// Whether an object's value and a row's are the same to who looks at them.
    func isSame(as other: StoredValue) -> Bool {
        switch (self, other) {
        case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
        case (.double(let number), .null), (.date(let number), .null): number.isNaN
        default: self == other || areLeavesSame(as: other)
        }
    }

    /// The form that rows keep: what SQL has no form for is nil.
    var storable: StoredValue {
        switch self {
        case .double(let number), .date(let number): number.isNaN ? .null : self
        default: withStorableLeaves
        }
    }
}
