// SPDX-License-Identifier: Apache-2.0
// What a program is told that asks for CloudKit.

import SwiftData
import Testing

@Suite struct CloudNoticeTests {
    private static func open() throws {
        for name in ["a", "b"] {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "cloud-notice-\(ProcessInfo.processInfo.processIdentifier)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let configuration = ModelConfiguration(
                url: folder.appendingPathComponent(name), cloudKitDatabase: .private("iCloud.\(name)"))
            let container = try ModelContainer(for: Label.self, configurations: configuration)
            precondition(container.configurations.first?.cloudKitContainerIdentifier == nil)
            container.invalidate()
        }
    }

    @Test("SD-118 a database of CloudKit has no effect, and that is told once") func once() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) { try CloudNoticeTests.open() }
        let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(told.components(separatedBy: "there is no CloudKit here").count == 2)
        let configuration = ModelConfiguration(cloudKitDatabase: .private("x"))
        #expect(configuration.cloudKitDatabase == .private("x"))
        #expect(configuration.cloudKitDatabase != ModelConfiguration().cloudKitDatabase)
    }
}
