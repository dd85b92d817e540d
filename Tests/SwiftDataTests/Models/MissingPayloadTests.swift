// SPDX-License-Identifier: Apache-2.0
// Mandatory values of which the row has nothing, or something that the type does not know any more: no read ends the process.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

/// Every case needs a payload.
enum Sound: Codable, Equatable {
    case word(text: String, Rank)
    case tone(Double)
}

/// The first case has no value without an end.
indirect enum Branching: Codable, Equatable {
    case fork(Branching, Branching)
    case leaf(Int)
}

/// A struct with a member that needs a payload.
struct Recital: Codable, Equatable {
    var title: String
    var sound: Sound
}

@Model
final class Recording {
    var medium: Medium
    var sound: Sound
    var branching: Branching
    var shape: Shape
    var recital: Recital
    var other: Sound = Sound.tone(440)

    init() {
        medium = .file(path: "x")
        sound = .tone(1)
        branching = .leaf(3)
        shape = .circle(2)
        recital = Recital(title: "r", sound: .tone(2))
    }
}

@Suite struct MissingPayloadTests {
    private let folder: TemporaryFolder
    private let configuration: ModelConfiguration

    init() throws {
        folder = try TemporaryFolder()
        configuration = ModelConfiguration(url: folder.file("recordings.store"))
    }

    /// A context over a store whose row was changed by somebody else.
    private func changed(_ assignments: String) throws -> ModelContext {
        do {
            let context = ModelContext(try ModelContainer(for: Recording.self, configurations: configuration))
            context.insert(Recording())
            try context.save()
        }
        let raw = try RawDatabase(configuration.url, isReadOnly: false)
        try raw.rows("UPDATE ZRECORDING SET \(assignments)")
        raw.close()
        return ModelContext(try ModelContainer(for: Recording.self, configurations: configuration))
    }

    @Test("SD-43 a row without mandatory payloads reads as a case without one, or as a case of zeros")
    func missing() throws {
        let context = try changed(
            "ZFILE = NULL, ZTONE = NULL, ZTONE1 = NULL, ZLEAF = NULL, ZSHAPE = NULL, ZSOUND = NULL")
        let recording = try #require(try context.fetch(FetchDescriptor<Recording>()).first)
        #expect(recording.medium == .paper)
        #expect(recording.sound == .word(text: "", .low))
        #expect(recording.branching == .leaf(0))
        #expect(recording.shape == .square(0))
        #expect(recording.recital == Recital(title: "r", sound: .word(text: "", .low)))
        #expect(recording.other == .tone(440))
    }

    @Test("SD-56 a stored payload that the type does not know ends no process, and the row keeps it")
    func unknown() throws {
        let context = try changed("ZFILE = CAST('{\"place\":1}' AS BLOB)")
        let recording = try #require(try context.fetch(FetchDescriptor<Recording>()).first)
        #expect(recording.medium == .paper && recording.unreadableProperties == ["medium"])
        recording.sound = .tone(5)
        try context.save()
        let raw = try RawDatabase(configuration.url)
        #expect(try raw.value("SELECT CAST(ZFILE AS TEXT) FROM ZRECORDING") == "{\"place\":1}")
    }
}
