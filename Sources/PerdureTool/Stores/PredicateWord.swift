// SPDX-License-Identifier: Apache-2.0
// A predicate on the command line.

import PerdureBase
import PerdurePredicates

enum PredicateWord {
    /// Reads a predicate; nil for none.
    ///
    /// - Throws: `UsageError` that names the word and says what is wrong with it.
    static func parsed(_ format: String?, _ word: String, _ arguments: Arguments) throws -> PredicateNode? {
        guard let format else { return nil }
        do {
            return try PredicateParser.parse(format)
        } catch let error as CoreDataException {
            throw UsageError("\(word): \(error.reason)", arguments.command.fullName)
        }
    }
}
