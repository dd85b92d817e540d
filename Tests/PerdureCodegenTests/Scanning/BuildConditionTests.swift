// SPDX-License-Identifier: Apache-2.0
// Which branches of #if the reader of sources reads, and under which condition.

import Testing

@testable import PerdureCodegen

@Suite struct BuildConditionTests {
    @Test(
        "conditions that are known without a compiler",
        arguments: [
            ("os(Linux)", true), ("os(iOS) || os(macOS)", false), ("!os(iOS)", true),
            ("canImport(UIKit)", false),
            ("canImport(CoreData)", true), ("targetEnvironment(simulator)", false),
            ("os(iOS) && DEBUG", false),
            ("os(Linux) || DEBUG", true), ("(true && !false)", true),
        ])
    func known(text: String, value: Bool) {
        #expect(BuildCondition.value(of: text) == value)
    }

    @Test(
        "conditions that only the compiler knows",
        arguments: ["DEBUG", "swift(>=6.0)", "canImport(Shop)", "!FLAG", "os(Linux) && DEBUG"])
    func unknown(text: String) {
        #expect(BuildCondition.value(of: text) == nil)
    }

    private func conditions(_ text: String) -> [String: String] {
        let file = SourceFile(path: "a.swift", text: "class A {\n" + text + "\n}")
        return Dictionary(
            uniqueKeysWithValues: file.types[0].members.properties.map {
                ($0.name, $0.traits.condition ?? "none")
            })
    }

    @Test("branches that cannot be compiled here are left out")
    func inactiveBranches() {
        let text = """
            #if canImport(UIKit) // only there
            var color: UIColor
            #elseif os(Linux)
            var color2: Int
            #else
            var color3: Int
            #endif
            var last: Int
            """
        #expect(conditions(text) == ["color2": "none", "last": "none"])
    }

    @Test("branches that only the compiler knows are all read and keep their condition")
    func openBranches() {
        let text = """
            #if DEBUG
            var a: Int
            #elseif swift(>=7)
            var b: Int
            #else
            #if FLAG
            var c: Int
            #endif
            var d: Int
            #endif
            """
        #expect(
            conditions(text) == [
                "a": "(DEBUG)", "b": "!(DEBUG) && (swift(>=7))",
                "c": "!(DEBUG) && !(swift(>=7)) && (FLAG)", "d": "!(DEBUG) && !(swift(>=7))",
            ])
    }
}
