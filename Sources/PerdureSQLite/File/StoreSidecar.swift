// SPDX-License-Identifier: Apache-2.0
// What features of a store keep beside its file, outside of the database: destroyed and replaced with it.
// StoreFeatures.swift lists them; Replacing/ walks the list and knows none of them.

/// What a feature keeps beside the file of one store.
protocol StoreSidecar: SendableMetatype {
    /// - Parameter path: The store's file.
    init(beside path: String)

    /// The folder with all of it, which may be missing. A store that nobody has open loses it in one step.
    var place: String { get }
    /// Removes what is there now when it is called: the content that it belongs to goes, and others may write the next one's.
    func removal() -> () -> Void
    /// Beside a draft of another store: what will be copied with its rows.
    func draft(of source: String) -> any SidecarDraft
    /// Lets a connection find it, in the place of what lies beside the connection's own file.
    func attach(to connection: SQLiteConnection)
}

/// The copy of what lies beside a store, for a draft of the store's rows (Replacing/ReplacementDraft.swift).
protocol SidecarDraft: AnyObject {
    /// Removes what an earlier try has copied.
    func clear()
    /// Copies what rows name.
    ///
    /// - Parameter rows: A copy of the store's rows.
    /// - Throws: `StoreError` for what cannot be read or written.
    func copy(namedBy rows: SQLiteConnection) throws
    /// Whether all has been copied that the store still names: what it lost before cannot be copied.
    func isComplete(timeout: Double) throws -> Bool
    /// What is to be done when the draft replaces a store; the rows may get other names for it.
    func exchange(replacing store: String, _ rows: SQLiteConnection) throws -> any SidecarExchange
}

/// The steps of a replacing beside the file (Replacing/StoreReplacement.swift).
protocol SidecarExchange {
    /// Puts the new to where the rows look for it; nobody else writes meanwhile.
    mutating func move() throws
    /// Removes the new of a content that has not come.
    func takeBack()
    /// Removes the old of the content that has gone.
    func finish()
}

extension StoreFeatures {
    /// What lies beside a store's file.
    static func sidecars(of path: String) -> [any StoreSidecar] { sidecars.map { $0.init(beside: path) } }
}
