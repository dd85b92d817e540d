// SPDX-License-Identifier: Apache-2.0
// What a power cut may take, chosen by a word instead of a pragma.

import Foundation

extension NSPersistentStoreDescription {
    /// What a power cut may take of an SQLite store.
    ///
    /// | level | pragma `synchronous` | lost at a power cut, WAL | lost at a power cut, rollback journal |
    /// | --- | --- | --- | --- |
    /// | `full` | EXTRA | nothing: a save that returned is on disk | nothing |
    /// | `normal` | NORMAL | the last saves, each as a whole | at most the last save |
    /// | `off` | OFF | any save, and possibly the file itself | the same |
    ///
    /// With a rollback journal `normal` is FULL: at NORMAL a power cut could leave a file that SQLite cannot repair.
    ///
    /// The end of a process, also by a kill, loses no save that returned at any level.
    ///
    /// ## Compatibility
    /// An addition: short for `setValue(_:forPragmaNamed:)` with `synchronous`.
    public enum Durability: String, Sendable, CaseIterable {
        /// Every save is brought to disk before it returns.
        case full = "EXTRA"
        /// Saves are brought to disk with the next checkpoint.
        case normal = "NORMAL"
        /// The system writes when it likes: for stores that can be made again.
        case off = "OFF"
    }

    /// How much a power cut may take; `full` unless set.
    ///
    /// ## Compatibility
    /// An addition. Reads and sets the pragma `synchronous` of `sqlitePragmas`.
    public final var durability: Durability {
        get {
            let wish = sqlitePragmas.first { $0.key.lowercased() == "synchronous" }?.value
            return switch wish.map({ "\($0)".uppercased() }) {
            case "0", "OFF": .off
            case "1", "NORMAL": .normal
            default: .full
            }
        }
        set {
            for name in sqlitePragmas.keys where name.lowercased() == "synchronous" {
                setValue(nil, forPragmaNamed: name)
            }
            setValue(newValue.rawValue as NSString, forPragmaNamed: "synchronous")
        }
    }
}
