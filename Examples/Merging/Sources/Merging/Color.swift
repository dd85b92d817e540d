// SPDX-License-Identifier: Apache-2.0
// A value that no attribute type holds.

import Foundation

/// A color.
struct Color: Codable, Equatable, CustomStringConvertible {
    let name: String

    static let red = Color(name: "red")
    static let green = Color(name: "green")
    static let blue = Color(name: "blue")

    var description: String { name }
}
