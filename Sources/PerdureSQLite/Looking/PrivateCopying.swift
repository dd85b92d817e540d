// SPDX-License-Identifier: Apache-2.0
// How a private copy of a store is made (File/PrivateStoreCopy.swift).

/// What the maker of a private copy decides.
package struct PrivateCopying {
    /// The largest number of bytes to copy; holes count, although they stay holes.
    package var limit = PrivateStoreCopy.usualLimit
    /// Whether the kernel copies the file, sharing blocks where the file system can.
    ///
    /// Not for a process that has the store open, because a process loses its locks when it closes a descriptor of the file.
    package var sharesBlocks = false
    /// Receives the folder of the copy while it is still empty.
    package var began: (String) -> Void = { _ in }
    /// Receives the number of copied bytes and the total.
    package var progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }

    package init() {}
}
