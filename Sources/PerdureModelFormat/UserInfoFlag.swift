// SPDX-License-Identifier: Apache-2.0
// How user info says yes and no. Perdure's own entries in model files, descriptions and generated code use these words.

/// A Boolean entry of user info.
package enum UserInfoFlag {
    private static let words = [
        "YES": true, "TRUE": true, "1": true, "NO": false, "FALSE": false, "0": false,
    ]

    /// The Boolean of an entry, in any case of letters; nil without an entry, and for an entry that is neither YES nor NO.
    package static func read(_ entry: Any?) -> Bool? {
        switch entry {
        case let flag as Bool: flag
        case let text as String: words[text.uppercased()]
        default: nil
        }
    }

    /// The text that model editors show.
    package static func text(_ flag: Bool) -> String { flag ? "YES" : "NO" }
}
