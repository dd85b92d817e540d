// SPDX-License-Identifier: Apache-2.0
// What must hold for the bytes of attributes that merge: changes as a history keeps them, and values as rows do.

import Foundation
import PerdurePropertyList
import PerdureStore

/// Checks changes and values that the fuzzer made up.
enum MergingChecks {
    /// A change that was read can be written, reads as the same again, and can be applied to any value or refused.
    static func check(delta data: Data) throws {
        let delta = try AttributeDelta(encoded: data)
        if let bytes = try? delta.encoded() {
            let again = ReadingChecks.require("read the change again") { try AttributeDelta(encoded: bytes) }
            let same = ReadingChecks.require("write the change again") { try again.encoded() }
            ReadingChecks.expect(same == bytes, "the change changed")
        }
        for content in contents { apply(delta, to: content) }
        _ = try? delta.composed(with: delta)
    }

    /// A value that was read can be stored, compared and shown, or is refused.
    static func check(merged data: Data) {
        for rule in rules {
            _ = rule.readable(.data(data))
            guard let content = try? rule.content(of: .data(data)) else { continue }
            _ = try? rule.stored(content)
            _ = content.entry(at: ["a", "b"])
            for other in contents {
                guard let delta = try? AttributeDelta.difference(from: other, to: content) else { continue }
                apply(delta, to: other)
            }
        }
    }

    private static func apply(_ delta: AttributeDelta, to content: MergeContent) {
        _ = delta.shown(on: content)
        _ = delta.normalized(for: content)
        _ = try? delta.inverted(for: content)
        guard let result = try? delta.applied(to: content) else { return }
        for rule in rules { _ = try? rule.stored(result) }
    }

    private static let contents: [MergeContent] = [
        .integer(nil), .integer(.max), .integer(.min), .real(1.5), .real(nil), .decimal(Decimal(7)),
        .decimal(.nan),
        .set([.string("a"), .integer(1)]),
        .dictionary(["a": .integer(.max), "b": .dictionary(["c": .real(1)])]),
        .value(.string("a")), .value(.null),
    ]

    private static let rules: [MergeRule] = [
        MergeRule(.set, type: .transformable), MergeRule(.dictionary, type: .transformable), deep,
        MergeRule(.counter, type: .integer16), MergeRule(.counter, type: .double),
        MergeRule(.counter, type: .decimal),
        MergeRule(.value, type: .string),
    ]

    private static var deep: MergeRule {
        var rule = MergeRule(.dictionary, type: .transformable)
        rule.isDeep = true
        return rule
    }
}
