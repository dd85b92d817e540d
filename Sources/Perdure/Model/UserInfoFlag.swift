// SPDX-License-Identifier: Apache-2.0
// How user info says yes and no, for every entry of ours that the framework reads. Generated code reads the same words
// (PerdureCodegen/Resolving/UserInfoKey.swift).

/// A Boolean entry of user info.
enum UserInfoFlag {
    private static let words = [
        "YES": true, "TRUE": true, "1": true, "NO": false, "FALSE": false, "0": false,
    ]

    /// What an entry says, in any case of letters; nil for none, and for what is neither YES nor NO.
    static func read(_ entry: Any?) -> Bool? {
        switch entry {
        case let flag as Bool: flag
        case let text as String: words[text.uppercased()]
        default: nil
        }
    }

    /// The text that model editors show.
    static func text(_ flag: Bool) -> String { flag ? "YES" : "NO" }
}
