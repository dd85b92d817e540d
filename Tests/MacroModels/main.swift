// SPDX-License-Identifier: Apache-2.0
// Compares models of macro classes with the files that the classes were made from. Scripts/check-macro-models
// builds it, with a list of the models.

import Foundation
import PerdureMacros

/// Prints what one model has and the other lacks, and tells whether they are equal.
func areEqual(_ path: String, _ made: NSManagedObjectModel) -> Bool {
    guard let read = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: path)) else {
        print("\(path): cannot be read")
        return false
    }
    let (expected, found) = (read.entityVersionHashesByName, made.entityVersionHashesByName)
    let names = Set(expected.keys).union(found.keys).filter { expected[$0] != found[$0] }
    for name in names.sorted() { print("\(path): \(name): the version hashes differ") }
    let (readLines, madeLines) = (ModelLines(model: read).lines, ModelLines(model: made).lines)
    for line in readLines.subtracting(madeLines).sorted() { print("\(path): file:    \(line)") }
    for line in madeLines.subtracting(readLines).sorted() { print("\(path): classes: \(line)") }
    let source = try? NSManagedObjectModel(archivedData: made.contentsXML())
    let isWritable = source?.entityVersionHashesByName == found
    if !isWritable { print("\(path): the model written as a source has other version hashes") }
    return names.isEmpty && readLines == madeLines && isWritable
}

let equal = models.filter { areEqual($0.0, $0.1()) }
print("\(equal.count) of \(models.count) models are equal")
exit(equal.count == models.count ? 0 : 1)
