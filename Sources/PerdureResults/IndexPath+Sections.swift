// SPDX-License-Identifier: Apache-2.0
// Section, item and row of an index path. On Apple's systems the user interface frameworks declare these members.

import Foundation

extension IndexPath {
    /// Makes the path of an item in a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// Makes the path of a row in a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The index of the section: the first number of the path.
    public var section: Int { self[0] }

    /// The index of the item in its section: the second number of the path.
    public var item: Int { self[1] }

    /// The index of the row in its section: the second number of the path.
    public var row: Int { self[1] }
}
