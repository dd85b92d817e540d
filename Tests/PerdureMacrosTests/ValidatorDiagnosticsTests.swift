// SPDX-License-Identifier: Apache-2.0
// Which methods @ManagedObject takes for validators, and what it reports about the others.

import Testing

@Suite struct ValidatorDiagnosticsTests {
    private func expansion(_ method: String, inheriting superclass: String = "NSManagedObject") -> Expansion {
        Expansion(
            """
            @ManagedObject class Movie: \(superclass) {
                var year: Int?
                \(method)
            }
            """)
    }

    @Test(
        "OBJ-122 methods in Apple's form and in a typed one are listed",
        arguments: [
            "func validateYear(_ value: inout Int?) throws {}",
            "private func validateYear(_ year: inout Int?) throws(YearError) {}",
            "func validateYear(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {}",
            "override func validateYear(_ value: UnsafeMutablePointer<AnyObject?>) throws {}",
        ])
    func listed(_ method: String) {
        let expansion = expansion(method)
        #expect(expansion.reports == [])
        #expect(expansion.text.contains("\"year\": KeyValidator(Movie.validateYear(_:)),"))
    }

    @Test(
        "OBJ-122 methods that have another purpose are left alone",
        arguments: [
            "func validateYear() -> Bool { true }",
            "func validateYear(_ value: Int?) -> Bool { true }",
            "func validateYear(_ value: inout Int?, strictly: Bool) throws {}",
            "func validate(_ value: inout Int?) throws {}",
            "func validated(_ value: inout Int?) throws {}",
            "func validateEverything(_ strictly: Bool) throws {}",
            "override func validateForInsert() throws {}",
        ])
    func others(_ method: String) {
        let expansion = expansion(method)
        #expect(expansion.reports == [])
        #expect(!expansion.text.contains("KeyValidator"))
    }

    @Test(
        "OBJ-122 a method of nearly the right shape is reported with the right one",
        arguments: [
            (
                "func validateYear(value: inout Int?) throws {}", "its parameter must have no label",
                "inout Int?"
            ),
            ("func validateYear(_ value: Int?) throws {}", "its parameter must be 'inout'", "inout Int?"),
            ("func validateYear(_ value: inout Int?) {}", "it must throw", "inout Int?"),
            ("func validateYear(_ value: inout Int?) async throws {}", "it must not be async", "inout Int?"),
            (
                "func validateYear(_ value: inout Int?) throws -> Bool { true }",
                "it must not return anything", "inout Int?"
            ),
            (
                "static func validateYear(_ value: inout Int?) throws {}", "it must be an instance method",
                "inout Int?"
            ),
            ("func validateYear<T>(_ value: inout T) throws {}", "it must not be generic", "inout T"),
            (
                "@MainActor func validateYear(_ value: inout Int?) throws {}",
                "it must not be isolated to an actor", "inout Int?"
            ),
        ])
    func shape(_ method: String, _ fault: String, _ type: String) throws {
        let expansion = expansion(method)
        let report = try #require(expansion.reports.first)
        #expect(expansion.reports.count == 1 && report.id == "validatorShape" && report.line == 3)
        #expect(
            report.message.hasSuffix(
                "is not called when 'year' is validated: \(fault); write 'func validateYear(_ value: \(type)) throws', "
                    + "or choose another name"))
        #expect(!expansion.text.contains("KeyValidator"))
    }

    @Test("OBJ-122 a validator of an unknown key is reported")
    func unknownKey() {
        let expansion = expansion("func validateYaer(_ value: inout Int?) throws {}")
        #expect(
            expansion.reports == [
                .init(
                    id: "unknownValidatorKey",
                    message:
                        "'validateYaer(_:)' is never called, because entity 'Movie' has no property of this name",
                    line: 3, column: 10)
            ])
        #expect(!expansion.text.contains("KeyValidator"))
    }

    @Test("OBJ-122 a subclass may validate what its superclass declares")
    func inheritedKey() {
        let expansion = expansion("func validateTitle(_ value: inout String?) throws {}", inheriting: "Film")
        #expect(expansion.reports == [])
        #expect(expansion.text.contains("\"title\": KeyValidator(Movie.validateTitle(_:)),"))
    }
}
