// SPDX-License-Identifier: Apache-2.0
import Foundation
package enum StringMatching {
    package static func equal(_ a: String, _ b: String, options: ComparisonOptions) -> Bool { a == b }
    package static func compare(_ a: String, _ b: String, options: ComparisonOptions) -> ComparisonResult { .orderedSame }
    package static func contains(_ text: String, _ part: String, options: ComparisonOptions) -> Bool { false }
    package static func beginsWith(_ text: String, _ prefix: String, options: ComparisonOptions) -> Bool { false }
    package static func endsWith(_ text: String, _ suffix: String, options: ComparisonOptions) -> Bool { false }
    package static func like(_ text: String, _ pattern: String, options: ComparisonOptions) -> Bool { false }
    package static func matches(_ text: String, _ pattern: String, options: ComparisonOptions) throws -> Bool { false }
}
