// SPDX-License-Identifier: Apache-2.0
// The error of property lists and keyed archives.

/// A damaged, hostile or unsupported property list or keyed archive.
package struct PropertyListError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, in a sentence for the person who has the file.
    package let reason: String
    /// The byte at which the fault was noticed; nil when it has no place.
    package let offset: Int?

    package init(_ reason: String, offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    package var description: String {
        offset.map { "\(reason) (at byte \($0))" } ?? reason
    }
}
