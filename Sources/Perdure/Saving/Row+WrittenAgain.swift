// SPDX-License-Identifier: Apache-2.0
// The version of a row that others have deleted and a merge policy writes again (SAV-60).

import PerdureStore

extension Row {
    /// A version that no context has read the row under.
    ///
    /// Others may have written the row before its deletion, so the versions after this one may be known. The gap leads past
    /// them; chance parts the versions of two who write the row again, one after the other's deletion.
    var versionWrittenAgain: Int64 { version &+ .random(in: 1 << 16..<1 << 24) }
}
