// SPDX-License-Identifier: Apache-2.0
// How user info says yes and no, for every entry of ours: in model files, in descriptions and for generated code.

/// A Boolean entry of user info.
package enum UserInfoFlag {
    private static let words = [
        "YES": true, "TRUE": true, "1": true, "NO": false, "FALSE": false, "0": false,
    ]

    /// What an entry says, in any case of letters; nil for none, and for what is neither YES nor NO.
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
