// SPDX-License-Identifier: Apache-2.0
// Makes predicates, expressions and CoreDataException visible to programs that import Perdure. They are in modules of their
// own, because stores need them too.

@_exported import PerdureBase
@_exported import PerdurePredicates
