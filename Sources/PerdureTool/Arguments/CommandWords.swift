// SPDX-License-Identifier: Apache-2.0
// The words of the command line as the system gave them: bytes, which need not be text.

import Foundation

/// The words behind the program's name.
struct CommandWords {
    /// The bytes of each word.
    let bytes: [[UInt8]]

    /// Those of this process; the library would mend what is not UTF-8, and another file would be meant.
    static var own: CommandWords {
        let count = Int(CommandLine.argc)
        // The system gives `argc` pointers to texts that end in a zero.
        let pointers = (1..<max(1, count)).compactMap { CommandLine.unsafeArgv[$0] }
        return CommandWords(
            bytes: pointers.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) })
    }

    /// The words as texts.
    ///
    /// - Throws: `UsageError` that names a word which is not UTF-8.
    func texts() throws -> [String] {
        try bytes.map { word in
            guard let text = String(validating: word, as: UTF8.self) else {
                throw UsageError(
                    "'\(Self.shown(word))' is not UTF-8, and such a path cannot be given: rename the file, or name a link to it",
                    Program.name)
            }
            return text
        }
    }

    /// The word with its other bytes as numbers.
    private static func shown(_ word: [UInt8]) -> String {
        word.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\x\(String($0, radix: 16))" }.joined()
    }
}
