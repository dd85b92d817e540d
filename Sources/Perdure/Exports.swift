// SPDX-License-Identifier: Apache-2.0
// Lets those who import Perdure use predicates, expressions and CoreDataException, which live in a module of
// their own because stores need them too.

@_exported import PerdurePredicates
