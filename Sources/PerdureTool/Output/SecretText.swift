// SPDX-License-Identifier: Apache-2.0
// Hides passwords of URLs in messages: a message may repeat a word of the command line that was meant for something else.

import Foundation

enum SecretText {
    /// The text with an ellipsis in place of what may be a password in the URL of a server.
    static func masked(_ text: String) -> String {
        guard text.range(of: "postgres", options: .caseInsensitive) != nil else { return text }
        // Both forms of libpq: before the host, and as a parameter.
        let forms = [
            ("(?i)(postgres(?:ql)?://)[^\\s'\"]*@", "$1…@"),
            ("(?i)([?&](?:ssl)?password=)[^&\\s'\"]*", "$1…"),
        ]
        return forms.reduce(text) { text, form in
            text.replacingOccurrences(of: form.0, with: form.1, options: .regularExpression)
        }
    }
}
