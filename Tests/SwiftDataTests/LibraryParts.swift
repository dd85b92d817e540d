// SPDX-License-Identifier: Apache-2.0
// Models whose relationships have limits and rules that refuse.

import SwiftData

@Model
final class Counted {
    @Relationship(minimumModelCount: 2, maximumModelCount: 3, inverse: \Part.whole) var parts: [Part] = []

    init() {}
}

@Model
final class Part {
    var whole: Counted?

    init() {}
}

@Model
final class Shelf {
    @Relationship(deleteRule: .deny, inverse: \Item.shelf) var items: [Item] = []

    init() {}
}

@Model
final class Item {
    var shelf: Shelf?
    var owner: Shelf?

    init(shelf: Shelf? = nil) { self.shelf = shelf }
}
