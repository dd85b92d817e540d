// SPDX-License-Identifier: Apache-2.0
// A class with @Model and its subclass, compiled in the language mode of Swift 5, which most programs still have.

import SwiftData

@Model
class Journey {
    var name: String
    var days = 1

    init(name: String) { self.name = name }
}

@Model
final class WorkJourney: Journey {
    #Index<WorkJourney>([\.name, \.firm])
    var firm: String

    init(name: String, firm: String) {
        self.firm = firm
        super.init(name: name)
    }
}
