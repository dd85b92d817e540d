// SPDX-License-Identifier: Apache-2.0
// The name of a method. Linux has no Objective-C selectors; sort descriptors name their order by one, and
// nothing else is ever called through it.

import Foundation

/// The name of a method, such as "caseInsensitiveCompare:".
///
/// ## Compatibility
/// `#selector` does not exist on Linux: write the name as a string.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name with its colons.
    public let description: String

    /// Makes a selector from a name.
    public init(_ name: String) { description = name }
    /// Makes a selector from a name.
    public init(stringLiteral name: String) { description = name }
}
