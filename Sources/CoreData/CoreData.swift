// SPDX-License-Identifier: Apache-2.0
// Lets source files written for Apple's systems keep `import CoreData`, which brings Foundation there too. All of it lives
// in Perdure.

@_exported import Foundation
@_exported import Perdure

// Named one by one, because Foundation on Linux has classes of these names too, which cannot be constructed: the compiler
// prefers what was imported by its name, also in files that import Foundation themselves.
@_exported import class PerdurePredicates.NSComparisonPredicate
@_exported import class PerdurePredicates.NSExpression
