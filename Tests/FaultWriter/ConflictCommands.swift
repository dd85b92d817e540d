// SPDX-License-Identifier: Apache-2.0
// The other of a conflict, in a process of its own: `deed STORE WORD ...` does to the store's row what the words say
// and saves, `department STORE NAME CODE` inserts a department. The stages of Tests/SavingTests/Conflicts start them.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// Does a deed; prints the row's URI.
    static func deed(_ url: URL, _ words: [String]) throws {
        let stack = try Stack(at: url, ConflictModel.rows())
        let context = stack.context()
        try context.performAndWait {
            guard let row = try context.all("Row").first else { return say("error there is no row") }
            try ConflictDeed(words.joined(separator: " ")).carryOut(on: row, in: context)
            try context.save()
            say(row.objectID.uriRepresentation().absoluteString)
        }
    }

    /// Inserts a department with a name, a code and one employee.
    static func department(_ url: URL, _ words: [String]) throws {
        guard words.count == 2 else { return say("usage: department STORE NAME CODE") }
        let stack = try Stack(at: url, ConflictModel.departments())
        let context = stack.context()
        try context.performAndWait {
            try ConflictModel.insertDepartment(words[0], words[1], into: context)
        }
    }
}
