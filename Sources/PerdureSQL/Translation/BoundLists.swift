// SPDX-License-Identifier: Apache-2.0
// Lists of any length as single bound values, one for each kind of elements. The length has no limit, and the statement's text
// does not depend on it. SQLBoundList.swift has one list.

import Foundation

/// Constants sorted by kind.
struct BoundLists {
    private(set) var lists: [SQLBoundList] = []
    /// Values without a place in a list for a database: NULL, and texts with a null character.
    private(set) var others: [SQLBinding] = []

    init(_ values: [SQLBinding]) {
        var integers: [Int64] = []
        var reals: [Double] = []
        var texts: [String] = []
        var blobs: [Data] = []
        var decimals: [Decimal] = []
        for value in values {
            switch value {
            case .integer(let number): integers.append(number)
            case .real(let number): reals.append(number)
            case .text(let text) where !text.utf8.contains(0): texts.append(text)
            case .blob(let data): blobs.append(data)
            case .decimal(let number): decimals.append(number)
            default: others.append(value)
            }
        }
        if !integers.isEmpty { lists.append(.integers(integers)) }
        if !reals.isEmpty { lists.append(.reals(reals)) }
        if !texts.isEmpty { lists.append(.texts(texts)) }
        if !blobs.isEmpty { lists.append(.blobs(blobs)) }
        if !decimals.isEmpty { lists.append(.decimals(decimals)) }
    }
}
