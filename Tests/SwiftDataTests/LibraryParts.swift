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

struct Code: Codable, Equatable, RawRepresentable {
    var rawValue: String
}

/// A type that encodes one value.
struct Tagged: Codable, Equatable {
    var number: Int

    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

struct Address: Codable, Equatable {
    var street: String
    var place: Place
    var rank: Rank?
    var at: Date?
}

/// A struct whose coding keys are not the names of its properties.
struct Renamed: Codable, Equatable {
    var one: Int

    enum CodingKeys: String, CodingKey {
        case one = "uno"
    }
}

@Model
final class Crate {
    @Attribute(.unique) var number: Int?
    var code: Code
    var tag: Tagged?
    var address: Address?
    var renamed: Renamed?
    @Attribute(.codable) var kept: Renamed?
    var weights: [String: Double] = [:]
    var media: [Medium] = []

    init(code: String) { self.code = Code(rawValue: code) }
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
