// SPDX-License-Identifier: Apache-2.0
// A value that no attribute type can hold, and its archive.

import Foundation

/// A plain, immutable value object.
final class Color: NSObject, Sendable {
    let name: String

    static let red = Color("Red")
    static let green = Color("Green")
    static let blue = Color("Blue")

    init(_ name: String) { self.name = name }

    /// The color in an archive.
    init?(archive: Any?) {
        guard let data = archive as? Data, let name = String(data: data, encoding: .utf8) else { return nil }
        self.name = name
    }

    var archive: Data { Data(name.utf8) }

    override var hash: Int { name.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? Color)?.name == name }
    override var description: String { name }
}
