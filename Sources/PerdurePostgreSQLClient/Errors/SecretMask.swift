// SPDX-License-Identifier: Apache-2.0
// Takes secrets out of texts that libpq or a server wrote: a server may repeat what it was told.

#if PostgreSQL
import Foundation

/// The secrets of a connection, which no text may have.
package struct SecretMask: Sendable, CustomStringConvertible {
    private let secrets: [String]

    /// Makes a mask; empty secrets are none.
    package init(_ secrets: [String]) {
        // The longest first: one may be part of another.
        self.secrets = Set(secrets.filter { !$0.isEmpty }).sorted { $0.utf8.count > $1.utf8.count }
    }

    /// A mask that hides one more secret.
    func adding(_ secret: String?) -> SecretMask { SecretMask(secrets + [secret ?? ""]) }

    /// The text with stars in place of each secret.
    func apply(to text: String) -> String {
        secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: "***") }
    }

    /// Says how many secrets there are, and none of them.
    package var description: String { "SecretMask(\(secrets.count))" }
}

extension SecretMask: CustomReflectable, CustomDebugStringConvertible {
    /// The description.
    package var debugDescription: String { description }
    /// Nothing: `dump` prints what a mirror has.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
