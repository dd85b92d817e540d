// SPDX-License-Identifier: Apache-2.0
// The contract of StoreEngine, written as checks. Your own store passes them with six lines of
// Swift Testing (see Tests/PerdureStoreTests/InMemory/InMemoryConformanceTests.swift). ConformanceModel.swift has the
// model of the checks; each StoreEngineSuite+….swift holds the checks of one concept.

import PerdureStore
import Testing

/// The checks that every store engine passes.
///
/// Failures are recorded in the running test with Swift Testing.
package struct StoreEngineSuite: Sendable {
    /// Opens a new, empty store for a schema.
    let makeEngine: @Sendable (Schema) throws -> any StoreEngine

    /// Makes a suite for one kind of engine.
    package init(makeEngine: @escaping @Sendable (Schema) throws -> any StoreEngine) {
        self.makeEngine = makeEngine
    }

    /// One check of the contract.
    package struct Check: Sendable, CustomTestStringConvertible {
        /// The statement that must be true, with the number of its rule if it has one.
        package let name: String
        let body: @Sendable (StoreEngineSuite) throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (StoreEngineSuite) throws -> Void) {
            self.name = name
            self.body = body
        }

        package var testDescription: String { name }
    }

    /// All checks, in the order in which an engine's author should make them pass.
    package static let checks: [Check] =
        rowChecks + attributeChecks + keyChecks + relationshipChecks + orderChecks + inheritanceChecks
        + conflictChecks + stragglerChecks + constraintChecks + sortChecks + predicateChecks + tupleChecks
        + derivedChecks + derivedTreeChecks + derivedSumChecks + derivedNumberChecks + mergeChecks
        + mergeVersionChecks + mergeFailureChecks + preparationChecks + concurrencyChecks + closeChecks

    /// Runs one check against a new store.
    ///
    /// - Throws: The engine's error, where the check expects success.
    package func run(_ check: Check) throws { try check.body(self) }

    /// A new, empty store.
    func store(_ definitions: [EntityDefinition] = ConformanceModel.library) throws -> EngineUnderTest {
        let schema = try Schema(definitions)
        return EngineUnderTest(engine: try makeEngine(schema))
    }
}
