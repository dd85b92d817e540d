// SPDX-License-Identifier: Apache-2.0
// What @ManagedObject reports about types that cannot be stored, and what its remedies write.

import Testing

@Suite struct UnsupportedTypeDiagnosticsTests {
    private let expansion = Expansion(
        """
        @ManagedObject class Movie: NSManagedObject {
            var size: (Int, Int)?
            var make: (() -> Void)?
            var any: Any?
            var shape: any Shape
        }
        """)

    @Test("types without an encoding are refused, with two remedies") func reports() {
        #expect(
            expansion.reports == [
                .init(
                    id: "unsupportedType",
                    message: "property 'size' has the type '(Int, Int)?', which cannot be "
                        + "stored; mark it with @Transient or @Ignored, or use a type that "
                        + "can be encoded",
                    line: 2, column: 15, remedies: ["write '@Transient'", "write '@Ignored'"]),
                .init(
                    id: "unsupportedType",
                    message: "property 'make' has the type '(() -> Void)?', which cannot be "
                        + "stored; mark it with @Transient or @Ignored, or use a type that "
                        + "can be encoded",
                    line: 3, column: 15, remedies: ["write '@Transient'", "write '@Ignored'"]),
                .init(
                    id: "unsupportedType",
                    message: "property 'any' has the type 'Any?', which cannot be stored; mark "
                        + "it with @Transient or @Ignored, or use a type that can be encoded",
                    line: 4, column: 14, remedies: ["write '@Transient'", "write '@Ignored'"]),
                .init(
                    id: "unsupportedType",
                    message: "property 'shape' has the type 'any Shape', which cannot be stored; "
                        + "mark it with @Transient or @Ignored, or use a type that can be "
                        + "encoded",
                    line: 5, column: 16, remedies: ["write '@Transient'", "write '@Ignored'"]),
            ])
    }

    @Test("types without an encoding: each remedy writes its marker before the property") func remedies() {
        #expect(
            expansion.replacements(ofReport: 0) == [
                "\n    @Transient var size: (Int, Int)?",
                "\n    @Ignored var size: (Int, Int)?",
            ])
        #expect(
            expansion.replacements(ofReport: 1) == [
                "\n    @Transient var make: (() -> Void)?",
                "\n    @Ignored var make: (() -> Void)?",
            ])
        #expect(
            expansion.replacements(ofReport: 2) == [
                "\n    @Transient var any: Any?",
                "\n    @Ignored var any: Any?",
            ])
        #expect(
            expansion.replacements(ofReport: 3) == [
                "\n    @Transient var shape: any Shape",
                "\n    @Ignored var shape: any Shape",
            ])
    }
}
