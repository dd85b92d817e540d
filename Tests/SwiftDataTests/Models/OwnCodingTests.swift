// SPDX-License-Identifier: Apache-2.0
// Enums with payloads that code themselves: what the compiler would not have written is one encoded value.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

/// A tag and a value, in keys that are no cases.
enum Shape: Codable, Equatable {
    case circle(Double)
    case square(Double)

    enum CodingKeys: CodingKey { case kind, value }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let value = try values.decode(Double.self, forKey: .value)
        self = try values.decode(String.self, forKey: .kind) == "circle" ? .circle(value) : .square(value)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .circle(let value):
            try values.encode("circle", forKey: .kind)
            try values.encode(value, forKey: .value)
        case .square(let value):
            try values.encode("square", forKey: .kind)
            try values.encode(value, forKey: .value)
        }
    }
}

/// Keys of the compiler's coding that have other names.
enum Route: Codable, Equatable {
    case road(name: String)
    case none

    enum CodingKeys: String, CodingKey {
        case road = "r"
        case none = "n"
    }
}

/// One value without keys.
enum Scalar: Codable, Equatable {
    case text(String)
    case number(Double)
    case nothing

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .nothing
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .nothing: try value.encodeNil()
        }
    }
}

/// Names of cases among other keys.
enum Contact: Codable, Equatable {
    case mail(String, isMain: Bool)
    case phone(String, isMain: Bool)

    enum CodingKeys: CodingKey { case mail, phone, isMain }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let isMain = try values.decode(Bool.self, forKey: .isMain)
        if let address = try values.decodeIfPresent(String.self, forKey: .mail) {
            self = .mail(address, isMain: isMain)
        } else {
            self = .phone(try values.decode(String.self, forKey: .phone), isMain: isMain)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .mail(let address, let isMain):
            try values.encode(address, forKey: .mail)
            try values.encode(isMain, forKey: .isMain)
        case .phone(let number, let isMain):
            try values.encode(number, forKey: .phone)
            try values.encode(isMain, forKey: .isMain)
        }
    }
}

/// The names of cases as keys, by hand.
enum Gauge: Codable, Equatable {
    case height(Double)
    case depth(Double)

    enum CodingKeys: CodingKey { case height, depth }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let height = try values.decodeIfPresent(Double.self, forKey: .height) {
            self = .height(height)
        } else {
            self = .depth(try values.decode(Double.self, forKey: .depth))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .height(let value): try values.encode(value, forKey: .height)
        case .depth(let value): try values.encode(value, forKey: .depth)
        }
    }
}

@Model
final class Sketch {
    var shape: Shape
    var other: Shape?
    var route: Route = Route.none
    var scalar: Scalar?
    var contact: Contact?
    var gauge: Gauge?

    init(_ shape: Shape) { self.shape = shape }
}

@Suite struct OwnCodingTests {
    @Test("SD-53 SD-48 an enum with payloads and coding of its own is one encoded value") func values() throws
    {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("sketches.store"))
        let context = ModelContext(try ModelContainer(for: Sketch.self, configurations: configuration))
        let sketch = Sketch(.circle(2))
        sketch.other = .square(3)
        sketch.route = .road(name: "A1")
        sketch.scalar = .text("x")
        sketch.contact = .mail("a@b", isMain: true)
        sketch.gauge = .depth(1.5)
        context.insert(sketch)
        try context.save()
        let second = ModelContext(try ModelContainer(for: Sketch.self, configurations: configuration))
        let found = try #require(try second.fetch(FetchDescriptor<Sketch>()).first)
        #expect(found.shape == .circle(2) && found.other == .square(3))
        #expect(found.route == .road(name: "A1") && found.scalar == .text("x"))
        #expect(found.contact == .mail("a@b", isMain: true) && found.gauge == .depth(1.5))
    }

    @Test("SD-53 values that encode as a number or as nothing come back too") func scalars() throws {
        let container = try ModelContainer(
            for: Sketch.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let sketch = Sketch(.square(1))
        context.insert(sketch)
        for scalar in [Scalar.number(1.5), .text(""), .nothing] {
            sketch.scalar = scalar
            try context.save()
            let second = ModelContext(container)
            #expect(try second.fetch(FetchDescriptor<Sketch>()).first?.scalar == scalar)
        }
    }

    @Test("SD-53 elements for cases are there where keys are the names of cases") func forms() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Sketch.self))
        let attributes = try #require(model.entitiesByName["Sketch"]?.attributesByName)
        for name in ["shape", "other", "route", "scalar", "contact"] {
            #expect(attributes[name]?.attributeType == .binaryDataAttributeType, "\(name)")
        }
        let gauge = try #require(attributes["gauge"] as? NSCompositeAttributeDescription)
        #expect(gauge.elements.map(\.name) == ["height", "depth"])
    }
}
