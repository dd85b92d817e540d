// SPDX-License-Identifier: Apache-2.0
// Numbers that JSON has no form for, in payloads and in collections inside of structs, and types that refuse to be encoded.

import PerdureBase
import PerdureTestSupport
import SwiftData
import Testing

enum Magnification: Codable, Equatable {
    case fit
    case factor(Double)
    case range(low: Float, high: Float)
}

struct Profile: Codable, Equatable {
    var name: String
    var limits: [Double]
    var zoom: Magnification?
}

/// A number that its own code does not encode below zero.
struct Positive: Codable, Equatable {
    struct Refusal: Error {}
    enum CodingKeys: CodingKey { case number }

    var number: Int

    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
        if number < 0 { throw Refusal() }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
    }
}

@Model
final class Telescope {
    var zoom: Magnification = Magnification.fit
    var profile: Profile?
    var lens = Positive(1)

    init(_ zoom: Magnification) { self.zoom = zoom }
}

@Suite struct InfinitePayloadTests {
    /// Saves a telescope in a file, and reads it there again.
    private func stored(_ zoom: Magnification, _ profile: Profile? = nil) throws -> (
        Magnification, Profile?
    ) {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("a.store"))
        let container = try ModelContainer(for: Telescope.self, configurations: configuration)
        let context = ModelContext(container)
        let telescope = Telescope(.fit)
        context.insert(telescope)
        telescope.zoom = zoom
        telescope.profile = profile
        try context.save()
        let other = ModelContext(container)
        let found = try #require(try other.fetch(FetchDescriptor<Telescope>()).first)
        return withExtendedLifetime(other) { (found.zoom, found.profile) }
    }

    @Test("SD-53 a payload keeps what is infinite, and what is no number") func payloads() throws {
        #expect(try stored(.factor(.infinity)).0 == .factor(.infinity))
        #expect(try stored(.range(low: -.infinity, high: 2)).0 == .range(low: -.infinity, high: 2))
        guard case .factor(let number) = try stored(.factor(.nan)).0 else {
            Issue.record("another case")
            return
        }
        #expect(number.isNaN)
        #expect(try stored(.factor(1.5)).0 == .factor(1.5))
    }

    @Test("SD-51 a collection inside a struct keeps what is infinite") func collections() throws {
        let profile = Profile(name: "inf", limits: [-.infinity, 0.5, .infinity], zoom: .factor(.infinity))
        #expect(try stored(.fit, profile).1 == profile)
    }

    @Test("an error of the type's own code names entity and property") func refusals() throws {
        let telescope = Telescope(.fit)
        let error = try #require(throws: CoreDataException.self) {
            try ExceptionTrap.catching { telescope.lens = Positive(-1) }
        }
        #expect(error.reason.hasPrefix("Telescope.lens cannot be set"))
        #expect(error.reason.contains("Positive") && error.reason.contains("Refusal"))
        #expect(telescope.lens == Positive(1))
    }
}
