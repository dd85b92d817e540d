// SPDX-License-Identifier: Apache-2.0
// Two hierarchies of which one's initializers make models of the other one, before they call their superclass.

import SwiftData

@Model
class Firm {
    var name: String

    init(_ name: String) { self.name = name }
}

@Model
final class Bureau: Firm {
    var rooms: Int

    init(_ name: String, rooms: Int) {
        self.rooms = rooms
        super.init(name)
    }
}

@Model
class Journey {
    var name: String

    init(name: String) { self.name = name }
}

/// Says that a journey has no name.
struct NamelessJourney: Error {}

@Model
final class WorkJourney: Journey {
    var perDiem: Double
    var firm: Firm?
    var bureau: Bureau?
    var companion: String?

    init(name: String, for firm: String, in bureau: String, with companion: String? = nil) throws {
        perDiem = 9
        self.firm = Firm(firm)
        self.bureau = Bureau(bureau, rooms: 2)
        let other = try companion.map { try WorkJourney(name: $0, for: firm, in: bureau) }
        self.companion = other?.name
        guard !name.isEmpty else { throw NamelessJourney() }
        super.init(name: name)
    }
}
