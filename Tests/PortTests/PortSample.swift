// SPDX-License-Identifier: Apache-2.0
// Programs for the tests of ports: single files as texts, and the sample of 2,000 lines in Samples/Trips.

import Foundation
import Testing

@testable import PerdurePorting

/// Texts and folders of programs.
enum PortSample {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Samples")

    /// The sample's sources; their names end with ".txt", so that no tool takes them for sources of ours.
    static func trips() throws -> [PortedProgram.File] {
        let folder = folder.appendingPathComponent("Trips")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            return .init(path: String(name.dropLast(4)), bytes: [UInt8](data))
        }
    }

    /// Ports one file.
    static func port(
        _ text: String, style: PortStyle = .both, modelClasses: Set<String> = []
    ) -> PortedProgram {
        PortedProgram(
            [.init(path: "A.swift", bytes: Array(text.utf8))], modelClasses: modelClasses, style: style)
    }

    /// The text of one file after its port.
    static func ported(_ text: String, style: PortStyle = .both) -> String {
        port(text, style: style).text("A.swift")
    }
}

extension PortedProgram {
    /// The text of a file after the port.
    func text(_ path: String) -> String {
        files.first { $0.path == path }.map { String(decoding: $0.after, as: UTF8.self) } ?? ""
    }

    /// The ported program as if it were read again.
    func again() -> PortedProgram { PortedProgram(files.map { File(path: $0.path, bytes: $0.after) }) }
}
