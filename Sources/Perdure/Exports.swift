// SPDX-License-Identifier: Apache-2.0
// Makes models, requests, predicates, exceptions and what Foundation lacks visible to programs that import Perdure. They are
// in modules of their own, because they know nothing of objects and contexts.

@_exported import PerdureBase
@_exported import PerdureFoundationGaps
@_exported import PerdureModel
@_exported import PerdurePredicates
