// SPDX-License-Identifier: Apache-2.0
// Warnings about lines that do not compile here: in the compiler's form, and without failing a build.

import Foundation
import Testing

@Suite("Codegen tool: lines to change") struct PortingWarningTests {
    private let target: TargetFolder

    init() throws { target = try TargetFolder() }

    @Test("PRG-3 PRG-4 each line is named with file and line, and the tool succeeds")
    func warnings() throws {
        let source = try target.write(
            """
            import CoreData
            // @objc in a comment
            @objc(Person) final class Person: NSManagedObject {
                static let key = #keyPath(Person.name)
            }
            extension Person { override func awakeFromInsert() {} }
            """, to: "Person.swift")
        let run = try target.run(models: [], sources: [source])
        #expect(run.exitCode == 0)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        for (line, number) in zip(lines, [3, 4, 6]) {
            #expect(line.hasPrefix("\(source.path):\(number): warning: "), "\(line)")
        }
    }
}
