// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a property list or a keyed archive.

/// A damaged, hostile or unsupported property list or keyed archive.
package struct PropertyListError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, in a sentence for the person who has the file.
    package let reason: String
    /// The byte at which it was noticed, when there is one.
    package let offset: Int?

    package init(_ reason: String, offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    package var description: String {
        offset.map { "\(reason) (at byte \($0))" } ?? reason
    }
}
