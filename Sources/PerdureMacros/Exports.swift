// SPDX-License-Identifier: Apache-2.0
// A file that imports PerdureMacros needs no other import for its expansions, like a file that imports CoreData.

@_exported import CoreData

// These classes are exported by name, because Foundation on Linux has classes of the same names that cannot be constructed.
// The compiler prefers a class imported by name, even in files that import Foundation themselves.
@_exported import class PerdurePredicates.NSComparisonPredicate
@_exported import class PerdurePredicates.NSExpression
