// SPDX-License-Identifier: Apache-2.0
// The members of a composite type, found once. CompositeEncoder.swift finds them by encoding one value.

import PerdureBase

/// The members of a composite type, found once per type.
final class CompositeLayout: @unchecked Sendable {
    // Sendable because nothing changes after init and the defaults are plain values.

    let members: [CompositeMember]
    /// The values that the members have after `init()`.
    let defaults: [String: Any]

    private init(_ type: any CompositeValue.Type) throws {
        members = try CompositeEncoder.members(of: type.init())
        defaults = CompositeEncoder.dictionary(members)
    }

    private static let known = Lock<[ObjectIdentifier: CompositeLayout]>([:])

    /// The layout of a type.
    ///
    /// - Throws: `EncodingError` for a member of a type that a composite cannot hold.
    static func of(_ type: any CompositeValue.Type) throws -> CompositeLayout {
        let id = ObjectIdentifier(type)
        if let layout = known.withLock({ $0[id] }) { return layout }
        let made = try CompositeLayout(type)
        known.withLock { $0[id] = made }
        return made
    }
}
