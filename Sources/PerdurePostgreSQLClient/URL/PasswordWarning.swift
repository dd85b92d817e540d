// SPDX-License-Identifier: Apache-2.0
// The one warning of a password in a URL (PG-6): URLs end up in logs and lists of processes.

#if PostgreSQL
import Foundation
import PerdureBase

/// Remembers which URLs it has warned of.
enum PasswordWarning {
    private static let warned = Lock<Set<String>>([])

    /// Warns once.
    ///
    /// - Parameter url: the URL without secrets.
    static func say(for url: String) {
        guard warned.withLock({ $0.insert(url).inserted }) else { return }
        let text = """
            Perdure: the URL of \(url) has a password in it, which others may see. Use ~/.pgpass, PGPASSWORD, a service file \
            or the option PerdurePostgreSQLPassword.

            """
        FileHandle.standardError.write(Data(text.utf8))
    }
}
#endif
