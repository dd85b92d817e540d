// SPDX-License-Identifier: Apache-2.0
// The generated code of real models compiles. `PERDURE_EVERY_MODEL=1` takes all of them, as if every entity asked
// for its class: some minutes.

import Foundation
import PerdureTestSupport
import Testing

@Suite(
    "Generated code of real models", .serialized,
    .enabled(if: Fixtures.isAvailable, Comment(rawValue: Fixtures.absence)),
    .enabled(if: TypeChecker.isAvailable, "the build's modules are not beside the tests"))
struct FixtureCodeTests {
    private static let models = Fixtures.files(in: "models") { $0 == "contents" }
    private static let declaring = models.filter {
        (try? FixtureModel(Fixtures.url($0)).declaresGeneration) ?? false
    }
    /// One model has properties that subentities declare again.
    private static let sayable = models.filter {
        !((try? FixtureModel(Fixtures.url($0)).redeclaresProperties) ?? false)
    }
    private static let isThorough = ProcessInfo.processInfo.environment["PERDURE_EVERY_MODEL"] == "1"

    @Test("every model that declares code generation compiles", arguments: declaring)
    func declared(_ path: String) throws {
        let fixture = try FixtureModel(Fixtures.url(path))
        #expect(try TypeChecker().check(try fixture.files(everyClass: false), module: fixture.module) == "")
    }

    @Test(
        "every model compiles with classes for all of its entities",
        .enabled(if: isThorough, "PERDURE_EVERY_MODEL=1 takes minutes"), arguments: sayable)
    func every(_ path: String) throws {
        let fixture = try FixtureModel(Fixtures.url(path))
        #expect(try TypeChecker().check(try fixture.files(everyClass: true), module: fixture.module) == "")
    }

    @Test("no other model is refused", arguments: sayable)
    func accepted(_ path: String) throws {
        #expect(try !FixtureModel(Fixtures.url(path)).files(everyClass: true).isEmpty)
    }
}
