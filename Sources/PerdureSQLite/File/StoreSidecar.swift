// SPDX-License-Identifier: Apache-2.0
// Files that features keep beside a store's file, outside of the database. They are destroyed and replaced with the store.
// StoreFeatures.swift lists the features; Replacing/ uses the list and knows no single feature.

/// The files that a feature keeps beside one store.
protocol StoreSidecar: SendableMetatype {
    /// - Parameter path: The store's file.
    init(beside path: String)

    /// The folder with all of these files, which may be missing; nil while another store may have files there too. A store
    /// that no connection has open loses the folder in one step.
    var place: String? { get }
    /// Returns a function that removes the files that exist at the time of this call. They belong to the old content, and
    /// other processes may add files of the next content. Files that may be another store's stay.
    func removal() -> () -> Void
    /// The copy for a draft of another store, made together with its rows.
    func draft(of source: String) -> any SidecarDraft
    /// Lets a connection use these files instead of those beside the connection's own file.
    func attach(to connection: SQLiteConnection)
}

/// The copy of a store's sidecar files for a draft of its rows (Replacing/ReplacementDraft.swift).
protocol SidecarDraft: AnyObject {
    /// Removes the copies of an earlier attempt.
    func clear()
    /// Copies the files that rows name.
    ///
    /// - Parameter rows: A copy of the store's rows.
    /// - Throws: `StoreError` for a file that cannot be read or written.
    func copy(namedBy rows: SQLiteConnection) throws
    /// Whether all files that the store still names have been copied. Files that the store lost before do not count.
    func isComplete(timeout: Double) throws -> Bool
    /// The exchange for the replacement of a store by the draft; the rows may get other names for the files.
    func exchange(replacing store: String, _ rows: SQLiteConnection) throws -> any SidecarExchange
}

/// The steps of a replacement for the sidecar files (Replacing/StoreReplacement.swift).
protocol SidecarExchange {
    /// Moves the new files into the store's folder; no other process writes meanwhile.
    mutating func move() throws
    /// Removes the new files after a failed replacement.
    func removeNewFiles()
    /// Removes the files of the old content.
    func finish()
}
