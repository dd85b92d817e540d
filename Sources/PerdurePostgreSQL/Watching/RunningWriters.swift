// SPDX-License-Identifier: Apache-2.0
// The transactions of other programs that a look at the activity may have counted before their COMMIT (PG-128).

#if PostgreSQL
/// Which transactions of other programs are waited for.
struct RunningWriters {
    private var awaited: Set<String> = []

    /// Whether nobody is waited for.
    var isEmpty: Bool { awaited.isEmpty }

    /// Notes who is writing.
    ///
    /// - Parameters:
    ///   - running: The transactions that write now.
    ///   - counts: Whether new commits were counted: any of these transactions may be among them.
    /// - Returns: Whether one that was waited for has ended.
    mutating func note(_ running: Set<String>, counts: Bool) -> Bool {
        let hasEnded = !awaited.isSubset(of: running)
        awaited = counts ? running : awaited.intersection(running)
        return hasEnded
    }
}
#endif
