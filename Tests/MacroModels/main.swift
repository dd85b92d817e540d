// SPDX-License-Identifier: Apache-2.0
// Compares models of macro classes with the files that the classes were made from. Scripts/check-macro-models
// builds it, with a list of the models.

import Foundation
import PerdureMacros

var differences = 0

/// Prints what one model has and the other lacks.
func compare(_ path: String, _ made: NSManagedObjectModel) {
    guard let read = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: path)) else {
        differences += 1
        return print("\(path): cannot be read")
    }
    let (expected, found) = (read.entityVersionHashesByName, made.entityVersionHashesByName)
    let names = Set(expected.keys).union(found.keys).filter { expected[$0] != found[$0] }
    for name in names.sorted() { print("\(path): \(name): the version hashes differ") }
    let (readLines, madeLines) = (ModelText(model: read).lines, ModelText(model: made).lines)
    for line in readLines.subtracting(madeLines).sorted() { print("\(path): file:    \(line)") }
    for line in madeLines.subtracting(readLines).sorted() { print("\(path): classes: \(line)") }
    let source = try? NSManagedObjectModel(archivedData: made.contentsXML())
    let isWritable = source?.entityVersionHashesByName == found
    if !isWritable { print("\(path): the model written as a source has other version hashes") }
    if !names.isEmpty || readLines != madeLines || !isWritable { differences += 1 }
}

for (path, made) in models { compare(path, made()) }
print("\(models.count - differences) of \(models.count) models are equal")
exit(differences == 0 ? 0 : 1)
