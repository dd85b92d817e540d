// SPDX-License-Identifier: Apache-2.0
// The wording of thrown errors and of messages when the process stops. ErrorMessages+Model.swift has the wording for models.
// Each message says what failed, on which entity, property or key, and what to do next.

/// All wording in one place.
package enum ErrorMessages {
    /// The text of Apple's exception.
    static let immutableModel = "Can't modify an immutable model."
}
