// SPDX-License-Identifier: Apache-2.0
// The names that lists give to the two numbers of an index path; on Apple's systems the user interface frameworks
// bring them.

import Foundation

extension IndexPath {
    /// Makes the path of an item in a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// Makes the path of a row in a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The number of the section: the first of the path.
    public var section: Int { self[0] }

    /// The number of the item in its section: the second of the path.
    public var item: Int { self[1] }

    /// The number of the row in its section: the second of the path.
    public var row: Int { self[1] }
}
