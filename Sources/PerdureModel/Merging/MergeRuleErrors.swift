// SPDX-License-Identifier: Apache-2.0
// The errors of models whose attributes cannot merge as their user info says (MergeRuleReading.swift).

import PerdureBase
import PerdureModelFormat

enum MergeRuleErrors {
    static func unknownEntry(_ given: String, _ key: String, known: String, _ path: String)
        -> CoreDataException
    {
        .invalidArgument(
            "The user info of the attribute \"\(path)\" has \"\(given)\" for \"\(key)\". Write one of these: \(known)."
        )
    }

    static func unusableAttribute(_ path: String, _ reason: String) -> CoreDataException {
        .invalidArgument(
            "The attribute \"\(path)\" cannot merge as its user info says: \(reason). Change its type, or the entry \"\(MergeKey.kind)\"."
        )
    }
}
