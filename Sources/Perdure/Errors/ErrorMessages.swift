// SPDX-License-Identifier: Apache-2.0
// The wording of what Perdure throws and stops with; that of models is in ErrorMessages+Model.swift. A
// message says what failed, on which entity, property or key, and what to do next.

import PerdurePredicates

/// All wording in one place.
enum ErrorMessages {
    /// Apple's words.
    static let immutableModel = "Can't modify an immutable model."
}
