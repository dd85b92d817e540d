// SPDX-License-Identifier: Apache-2.0
// The durability of saves at a power cut, as a level instead of a pragma.

import Foundation

extension NSPersistentStoreDescription {
    /// What an SQLite store may lose at a power cut.
    ///
    /// | level | pragma `synchronous` | lost at a power cut, WAL | lost at a power cut, rollback journal |
    /// | --- | --- | --- | --- |
    /// | `full` | EXTRA | nothing: a save that returned is on disk | nothing |
    /// | `normal` | NORMAL | the last saves, each as a whole | at most the last save |
    /// | `off` | OFF | any save, and possibly the file itself | the same |
    ///
    /// With a rollback journal, `normal` uses FULL: at NORMAL a power cut could leave a file that SQLite cannot repair.
    ///
    /// When only the process ends or is killed, no save that returned is lost at any level.
    ///
    /// ## Compatibility
    /// An addition: a short form of `setValue(_:forPragmaNamed:)` with `synchronous`.
    public enum Durability: String, Sendable, CaseIterable {
        /// Every save is on disk before it returns.
        case full = "EXTRA"
        /// Saves are on disk after the next checkpoint.
        case normal = "NORMAL"
        /// The system decides when it writes: for stores that can be created again.
        case off = "OFF"
    }

    /// What the store may lose at a power cut; `full` unless set.
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
