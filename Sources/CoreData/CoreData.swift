// SPDX-License-Identifier: Apache-2.0
// Lets source files written for Apple's systems keep `import CoreData`, which brings Foundation there too. Perdure has models,
// objects and contexts; the modules above it have one feature each.

@_exported import Foundation
@_exported import Perdure
@_exported import PerdureBatches
@_exported import PerdureHistory
@_exported import PerdureIncrementalStores
@_exported import PerdureMapping
@_exported import PerdureMigration
@_exported import PerdurePatterns
@_exported import PerdureResults

// Named one by one, because Foundation on Linux has classes of these names too, which cannot be constructed: the compiler
// prefers what was imported by its name, also in files that import Foundation themselves.
@_exported import class PerdurePredicates.NSComparisonPredicate
@_exported import class PerdurePredicates.NSExpression

#if PostgreSQL
@_exported import PerdurePostgreSQLStores
#endif
