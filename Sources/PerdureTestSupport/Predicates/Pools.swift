// SPDX-License-Identifier: Apache-2.0
// The values that both the objects of PredicateShop.swift and the constants of PredicateGenerator.swift are taken from, so that
// comparisons find something.

import Foundation

package enum Pools {
    /// Without texts that are composed in one place and decomposed in another, which a store finds in that form only.
    package static let texts = [
        "", "a", "A", "ab", "Ab", "b", "e", "é", "e\u{301}", "É", "straße", "STRASSE", "ß", "İstanbul",
        "istanbul",
        "Å", "A\u{30a}", "日本語", "日本", "한국", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}", "Привет",
        "привет", "👩‍👩‍👧", "👍🏽", "👍",
        "a b", "a%b_", "a*b?", "100", "5", "it's", "\"q\"", "x\ny", "'; --", "\\", "nandu\u{303}", "Ωmega",
        "ﬁ", "z",
    ]
    package static let integers: [Int64] = [0, 1, 2, 3, -1, -7, 100, .max, .min, 1 << 53, 4_294_967_296]
    package static let doubles: [Double] = [
        0, 1, 2.5, -0.5, 0.25, 100, 1e300, -1e300, 1e-7, .infinity, 9_007_199_254_740_992,
    ]
    /// Those that a binary fraction holds exactly: a store keeps decimals as integers or doubles (MOD-112).
    package static let decimals: [Decimal] = [0, 1, 2, 3, 0.5, -0.25, 12.75, 100, -7]
    package static let dates = [0, -1.5, 86_400, 694_224_000.125].map {
        Date(timeIntervalSinceReferenceDate: $0)
    }
    package static let uuids = (0..<3).map {
        UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, $0))
    }
    package static let urls = ["https://a.example/", "file:///x%20y", "urn:b"].compactMap { URL(string: $0) }
    package static let data = [Data(), Data([0]), Data([1, 2, 255])]
    package static let likes = ["*", "?", "a*", "*b", "?b", "*\\**", "É", "e?", "*本*", "", "[a]", "Å*"]
    package static let expressions = [
        "a.*", ".*", ".", "[a-z]+", "\\w+", "(a|b)*", "é", "\\p{L}*", "^a$", "(?i)STRASSE", "\\d+", "",
        "a|ab",
    ]
    package static let casts = ["5", "100", "-3", "0"]
}
