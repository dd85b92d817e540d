// SPDX-License-Identifier: Apache-2.0
// A value that no attribute type can hold, and its archive.

import Foundation

/// A plain value object.
final class ShapeColor: NSObject, Sendable {
    let name: String

    static let red = ShapeColor("Red")
    static let green = ShapeColor("Green")
    static let blue = ShapeColor("Blue")

    init(_ name: String) { self.name = name }

    /// The color in an archive.
    init?(_ archive: Any?) {
        guard let data = archive as? Data, let name = String(data: data, encoding: .utf8) else { return nil }
        self.name = name
    }

    var archive: Data { Data(name.utf8) }

    override var hash: Int { name.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? ShapeColor)?.name == name }
    override var description: String { name }
}
