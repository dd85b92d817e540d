// SPDX-License-Identifier: Apache-2.0
// What a program wants to be done in the transaction of a save, beside its rows. An engine's own module makes it, and only that
// engine knows what it is; ChangeSet.swift carries it.

/// Something that is done in the transaction of a save.
package protocol SaveCompanion: AnyObject, Sendable {}
