// SPDX-License-Identifier: Apache-2.0
// The error of a model file that cannot be read or written.

/// A model file that cannot be read or written.
package struct ModelFormatError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        /// The file does not exist or cannot be opened.
        case unreadable
        /// The file is damaged or hostile, or it is no model.
        case malformed
        /// The format is known, but Perdure does not support it (optimized models).
        case unsupported
        /// The file is well formed, but the model contradicts itself.
        case inconsistent
    }

    package var kind: Kind
    /// The file's path, when it is known.
    package var path: String?
    package var entity: String?
    package var property: String?
    /// The fault and its remedy, in sentences.
    package var reason: String

    package init(
        _ kind: Kind, _ reason: String, path: String? = nil, entity: String? = nil, property: String? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.path = path
        self.entity = entity
        self.property = property
    }

    package var description: String {
        let place = [entity, property].compactMap { $0 }.joined(separator: ".")
        return [path, place.isEmpty ? nil : place, reason].compactMap { $0 }.joined(separator: ": ")
    }
}
