// SPDX-License-Identifier: Apache-2.0
// The errors of looking at models and stores. ErrorText.swift describes the errors of the layers below.

/// A failure with a complete message, which says what to do.
package struct InspectionError: Error {
    package let message: String
    package let kind: Kind

    /// Whose fault it is.
    package enum Kind: Sendable {
        /// The caller asks for what cannot be.
        case usage
        /// The store or the model cannot be read.
        case badInput
        /// There is no room for what must be written.
        case cannotWrite
    }

    package init(_ message: String, _ kind: Kind = .badInput) {
        self.message = message
        self.kind = kind
    }
}
