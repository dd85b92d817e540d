// SPDX-License-Identifier: Apache-2.0
// Structs that code themselves: what does not keep each field in its own type is one encoded value.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

/// One value of several types.
struct AnyNote: Codable, Equatable {
    var number: Int?
    var text: String?
    var list: [Int]?

    init(number: Int? = nil, text: String? = nil, list: [Int]? = nil) {
        self.number = number
        self.text = text
        self.list = list
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        number = try? value.decode(Int.self)
        text = number == nil ? try? value.decode(String.self) : nil
        list = number == nil && text == nil ? try value.decode([Int].self) : nil
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if let number { return try value.encode(number) }
        if let text { return try value.encode(text) }
        try value.encode(list)
    }
}

/// A date that is coded as a number.
struct Appointment: Codable, Equatable {
    var name: String
    var when: Date

    enum CodingKeys: CodingKey { case name, when }

    init(name: String, when: Date) {
        self.name = name
        self.when = when
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        when = Date(timeIntervalSinceReferenceDate: try values.decode(Double.self, forKey: .when))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(when.timeIntervalSinceReferenceDate, forKey: .when)
    }
}

/// A member whose parts stand in a container inside.
struct Freight: Codable, Equatable {
    var weight: Int
    var size: Int

    enum CodingKeys: CodingKey { case weight, size }
    enum SizeKeys: CodingKey { case value }

    init(weight: Int, size: Int) {
        self.weight = weight
        self.size = size
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        weight = try values.decode(Int.self, forKey: .weight)
        size = try values.nestedContainer(keyedBy: SizeKeys.self, forKey: .size).decode(
            Int.self, forKey: .value)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(weight, forKey: .weight)
        var inner = values.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
        try inner.encode(size, forKey: .value)
    }
}

/// Reads what former versions wrote, and writes its fields.
struct Patient: Codable, Equatable {
    var count: Int
    var since: Date

    enum CodingKeys: CodingKey { case count, since, version }

    init(count: Int, since: Date) {
        self.count = count
        self.since = since
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = (try? values.decode(Int.self, forKey: .version)) ?? 1
        count = try values.decode(Int.self, forKey: .count) * version
        if let number = try? values.decode(Double.self, forKey: .since) {
            since = Date(timeIntervalSinceReferenceDate: number)
        } else {
            since = try values.decode(Date.self, forKey: .since)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(count, forKey: .count)
        try values.encode(since, forKey: .since)
    }
}

@Model
final class Diary {
    var note: AnyNote
    var appointment: Appointment?
    var freight: Freight?
    var patient: Patient?

    init(_ note: AnyNote) { self.note = note }
}

@Suite struct OwnStructCodingTests {
    @Test("SD-48 SD-42 structs with coding of their own come back as they were") func values() throws {
        let container = try ModelContainer(
            for: Diary.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        for note in [AnyNote(number: 7), AnyNote(text: "x"), AnyNote(list: [1, 2])] {
            let context = ModelContext(container)
            let diary = Diary(note)
            diary.appointment = Appointment(name: "a", when: Date(timeIntervalSinceReferenceDate: 5))
            diary.freight = Freight(weight: 3, size: 4)
            diary.patient = Patient(count: 2, since: Date(timeIntervalSinceReferenceDate: 6))
            context.insert(diary)
            try context.save()
            let second = ModelContext(container)
            let found = try #require(try second.fetch(FetchDescriptor<Diary>()).first)
            #expect(found.note == note && found.appointment == diary.appointment)
            #expect(found.freight == diary.freight && found.patient == diary.patient)
            second.delete(found)
            try second.save()
        }
    }

    @Test("SD-48 SD-42 columns and elements are there where each field keeps its own type") func forms()
        throws
    {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Diary.self))
        let attributes = try #require(model.entitiesByName["Diary"]?.attributesByName)
        for name in ["note", "appointment", "freight"] {
            #expect(attributes[name]?.attributeType == .binaryDataAttributeType, "\(name)")
        }
        let patient = try #require(attributes["patient"] as? NSCompositeAttributeDescription)
        #expect(patient.elements.map(\.name) == ["count", "since"])
        #expect(patient.elements.map(\.attributeType) == [.integer64AttributeType, .dateAttributeType])
    }
}
