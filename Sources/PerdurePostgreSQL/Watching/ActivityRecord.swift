// SPDX-License-Identifier: Apache-2.0
// Tells the commits of others from those of this engine by the numbers of the store's activity (PG-128).

#if PostgreSQL
/// What an engine knows of a store's activity.
///
/// Each commit takes a number of a sequence. A number that this engine did not take is another one's commit.
struct ActivityRecord {
    /// The newest number that was looked at; nil before the first look.
    private(set) var seen: Int64?
    /// Newer numbers, which this engine took.
    private var own: Set<Int64> = []

    /// Notes a number that this engine took.
    mutating func took(_ number: Int64) {
        guard let seen, number > seen else { return }
        own.insert(number)
    }

    /// Notes the newest number.
    ///
    /// - Returns: Whether others have committed since the last look. A commit of this engine whose answer is on its way counts as one of
    ///   others: that costs a look at the store, where the contrary would hide a commit.
    mutating func look(_ newest: Int64) -> Bool {
        guard let before = seen else {
            seen = newest
            return false
        }
        seen = newest
        // The sequence was made anew.
        guard newest >= before else {
            own.removeAll()
            return true
        }
        let known = own.count { $0 <= newest }
        own = own.filter { $0 > newest }
        return newest - before > Int64(known)
    }
}
#endif
