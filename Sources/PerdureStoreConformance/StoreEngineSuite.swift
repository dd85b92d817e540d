// SPDX-License-Identifier: Apache-2.0
// The contract of StoreEngine, written as checks. Your own store passes them with six lines of Swift Testing (see
// Tests/PerdureStoreTests/InMemory/InMemoryConformanceTests.swift, and Examples/JSONFolder for one that lives in another
// package). ConformanceModel.swift has the model of the checks; each StoreEngineSuite+….swift holds those of one concept.

import PerdureStore
import Testing

/// The checks that every store engine passes.
///
/// Failures are recorded in the running test, so the suite belongs into a test target that imports Testing:
///
/// ```swift
/// @Test("keeps the contract", arguments: StoreEngineSuite.checks)
/// func conforms(_ check: StoreEngineSuite.Check) throws {
///     try StoreEngineSuite { try MyEngine(schema: $0) }.run(check)
/// }
/// ```
///
/// ## Stability
/// May change in any version before 0.1.0: a new version may have more checks.
public struct StoreEngineSuite: Sendable {
    /// Opens a new, empty store for a schema.
    let makeEngine: @Sendable (Schema) throws -> any StoreEngine
    /// Opens a store again; nil for stores that keep nothing.
    let reopen: (@Sendable (any StoreEngine) throws -> any StoreEngine)?
    /// The engines that the running check has opened.
    var opened = OpenedEngines()

    /// Makes a suite for one kind of engine.
    ///
    /// - Parameters:
    ///   - makeEngine: opens a new, empty store for a schema; a check may open several.
    ///   - reopen: opens the store of an engine again, which the suite has closed. Each check then ends by opening its stores
    ///     again: they must hold the same. nil for stores that end with their engine.
    public init(
        makeEngine: @escaping @Sendable (Schema) throws -> any StoreEngine,
        reopen: (@Sendable (any StoreEngine) throws -> any StoreEngine)? = nil
    ) {
        self.makeEngine = makeEngine
        self.reopen = reopen
    }

    /// One check of the contract.
    public struct Check: Sendable, CustomStringConvertible, CustomTestStringConvertible {
        /// The statement that must be true, with the number of its rule if it has one.
        public let name: String
        let body: @Sendable (StoreEngineSuite) throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (StoreEngineSuite) throws -> Void) {
            self.name = name
            self.body = body
        }

        /// The name.
        public var description: String { name }
        /// The name.
        public var testDescription: String { name }
    }

    /// All checks, in the order in which an engine's author should make them pass.
    public static let checks: [Check] =
        rowChecks + attributeChecks + nullCharacterChecks + keyChecks + relationshipChecks + orderChecks
        + inheritanceChecks
        + conflictChecks + danglingMemberChecks + constraintChecks + sortChecks + predicateChecks
        + tupleChecks
        + derivedChecks + derivedTreeChecks + derivedSumChecks + derivedNumberChecks + mergeChecks
        + mergeVersionChecks + mergeFailureChecks + preparationChecks + concurrencyChecks + closeChecks

    /// Runs one check against new stores.
    ///
    /// - Parameter check: one of `checks`.
    /// - Throws: The engine's error, where the check expects success.
    public func run(_ check: Check) throws {
        var suite = self
        suite.opened = OpenedEngines()
        try check.body(suite)
        try suite.requireSameAfterReopening()
    }

    /// A new, empty store.
    func store(_ definitions: [EntityDefinition] = ConformanceModel.library) throws -> EngineUnderTest {
        let engine = try makeEngine(try Schema(definitions))
        opened.add(engine)
        return EngineUnderTest(engine)
    }
}
