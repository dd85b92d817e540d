// SPDX-License-Identifier: Apache-2.0
// Transient attributes of functions and protocols: `.self` and `?` must not bind to a part of such a type.

import Testing

@Suite struct TransientTypeTests {
    private func text(_ property: String) -> String {
        let expansion = Expansion("@ManagedObject final class Job: NSManagedObject {\n    \(property)\n}")
        #expect(expansion.reports == [])
        return expansion.text
    }

    @Test(
        "TRN-2 MOD-194 an optional transient may be a function or a protocol",
        arguments: [
            "() -> Void", "(Int) throws -> Int", "@Sendable () -> Void", "@MainActor (Int) -> Void",
            "any Shape",
            "Shape & Other",
        ])
    func optional(_ type: String) {
        for written in ["(\(type))?", "Optional<\(type)>"] {
            let text = text("@Transient var part: \(written)")
            #expect(text.contains("get { _transient(at: 0, as: (\(type)).self) }"))
            #expect(text.contains("var primitivePart: (\(type))? {"))
            #expect(text.contains("get { _primitiveTransient(at: 0, as: (\(type)).self) }"))
            #expect(text.contains(".transient(\"part\", as: (\(type)).self, isOptional: true)"))
        }
    }

    @Test(
        "TRN-2 MOD-194 a transient that is never nil may be a function",
        arguments: ["(Int) -> Int", "((Int) -> Int)"])
    func required(_ type: String) {
        let text = text("@Transient var part: \(type) = { $0 }")
        #expect(text.contains("get { _transient(at: 0, as: ((Int) -> Int).self) ?? { $0 } }"))
        #expect(text.contains("_setPrimitiveTransient({ $0 } as ((Int) -> Int), at: 0)"))
        #expect(text.contains("var primitivePart: ((Int) -> Int)? {"))
    }
}
