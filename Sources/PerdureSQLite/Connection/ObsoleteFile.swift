// SPDX-License-Identifier: Apache-2.0
// Files that commits make obsolete. A connection knows who removes them, so that a journal of files need not know the
// read views that still read them (OpenReadViews.swift).

/// A file beside a store that no row of the newest state names.
protocol ObsoleteFile: Sendable {
    /// Removes the file; after a failure a later opening removes it.
    func remove()
}

/// Removes files beside a store when nothing reads them any more.
protocol ObsoleteFiles: AnyObject, Sendable {
    func remove(_ files: [any ObsoleteFile])
}
