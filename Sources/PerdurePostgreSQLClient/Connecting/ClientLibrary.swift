// SPDX-License-Identifier: Apache-2.0
// The version of libpq, for the command's `--version`.

#if PostgreSQL
import CPostgreSQL

package enum ClientLibrary {
    /// The version as people write it, for example "17.2".
    package static var version: String {
        let number = Int(PQlibVersion())
        return "\(number / 10_000).\(number % 10_000)"
    }
}
#endif
