// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a model file.

/// A model file that cannot be read or written.
package struct ModelFormatError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        /// Not there, or not to be opened.
        case unreadable
        /// Damaged, hostile, or no model at all.
        case malformed
        /// A format that is known and not supported (the sources before Xcode 4).
        case unsupported
        /// Well formed, but the model contradicts itself.
        case inconsistent
    }

    package var kind: Kind
    /// The file's path, when it is known.
    package var path: String?
    package var entity: String?
    package var property: String?
    /// What is wrong and what to do next, in sentences.
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
