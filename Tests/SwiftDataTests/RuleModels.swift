// SPDX-License-Identifier: Apache-2.0
// Models whose declarations are unusual, each for a rule of its own.

import SwiftData

struct Brewer: Codable, Equatable {
    var id: Int
    var name: String
}

@Model
final class Drink {
    #Index<Drink>(.rtree([\.x, \.y]))
    var id: UUID = UUID()
    var brewer: Brewer?
    var _section: String = ""
    var home: Place = Place(city: "Oslo")
    var x: Double = 0
    var y: Double = 0
    @Relationship(originalName: "cup", hashModifier: "3") var glasses: [Glass] = []

    init() {}
}

@Model
final class Glass {
    var number: Int
    var hall: Hall?
    var note: String?

    init(number: Int) { self.number = number }
}

@Model
final class Hall {
    var name: String = "main"
    var above: Hall?

    init() {}
}

@Model
final class Seat {
    #Unique<Seat>([\.number, \.hall])
    var number: Int = 1
    var hall: Hall?

    init() {}
}

@Model
final class Traveller {
    @Relationship var trips: [Trip] = []
    @Relationship(deleteRule: .noAction) var last: Trip?

    init() {}
}
