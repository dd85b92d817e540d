// SPDX-License-Identifier: Apache-2.0
// What people write who know SQL, and what a predicate has in its place.

/// SQL in the place of a predicate.
enum SQLWords {
    /// What to write instead; nil where nothing looks like SQL.
    static func remedy(_ format: String) -> String? {
        let words = format.uppercased()
        if words.trimmingPrefix(while: \.isWhitespace).isEmpty { return "TRUEPREDICATE matches all" }
        if words.starts(with: /\s*(SELECT|WHERE|FROM)\b/) {
            return
                "this is SQL: '--entity' names the entity, '--columns' the columns, and PREDICATE is what stands behind WHERE"
        }
        if words.contains(/\bIS\s+(NOT\s+)?NULL\b/) {
            return "write '== nil' or '!= nil' for IS NULL and IS NOT NULL"
        }
        if words.contains(/\bORDER\s+BY\b/) { return "'--order' names what objects are ordered by" }
        if words.contains(/\bLIMIT\s+\d/) { return "'--limit' is the most objects" }
        if words.wholeMatch(of: /\s*(TRUE|YES|1)\s*/) != nil { return "TRUEPREDICATE matches all" }
        return nil
    }

    /// What is to be said of a predicate that can be read, but means something else than in SQL; nil for nothing.
    static func remark(_ format: String) -> String? {
        guard format.uppercased().contains(/\bLIKE(\[[A-Z]+\])?\s*["'][^"'*?]*%[^"'*?]*["']/) else {
            return nil
        }
        return "LIKE has the wildcards * and ? here; % stands for itself"
    }
}
