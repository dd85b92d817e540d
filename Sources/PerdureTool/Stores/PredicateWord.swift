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
            let predicate = try PredicateParser.parse(format)
            if let remark = SQLWords.remark(format) { Console.remark("\(word): \(remark)", arguments) }
            return predicate
        } catch let error as CoreDataException {
            let remedy = SQLWords.remedy(format).map { "; \($0)" } ?? ""
            throw UsageError("\(word): \(error.reason)\(remedy)", arguments.command.fullName)
        }
    }
}
