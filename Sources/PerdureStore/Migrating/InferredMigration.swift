// SPDX-License-Identifier: Apache-2.0
// What brings the rows of one schema to another: steps that any store can carry out. No file and no clock takes part.

/// The steps from one schema to another.
package struct InferredMigration: Sendable {
    package let source: Schema
    package let destination: Schema
    /// The entities of the destination in their order, then the removed ones of the source.
    package let steps: [EntityStep]
    /// One step for each root of the destination; roots of the source that none names are removed.
    package let hierarchies: [HierarchyStep]
    /// What goes, in the order of the source.
    package let losses: [MigrationLoss]

    /// Compares two schemas.
    ///
    /// - Parameters:
    ///   - source: The store's schema.
    ///   - destination: The schema it shall have.
    ///   - refusingLoss: Whether each loss is a refusal.
    ///   - names: The entities of the store in both schemas, and those above them; others refuse nothing. Nil for all.
    ///   - held: The entities of the source that the store holds; nil for all.
    /// - Throws: All refusals.
    package init(
        from source: Schema, to destination: Schema, refusingLoss: Bool = false,
        concerning names: Set<String>? = nil, holding held: Set<String>? = nil
    ) throws(MigrationRefused) {
        var inference = MigrationInference(
            from: source, to: destination, holding: held.map(source.families))
        let steps = inference.steps()
        let losses = LossCollector(steps, from: source).losses
        if refusingLoss { inference.refuse(losses) }
        try inference.refusals.check(concerning: names)
        self.source = source
        self.destination = destination
        self.steps = steps
        self.losses = losses
        hierarchies = inference.hierarchies.steps
    }

    /// Whether the rows stay as they are.
    package var isIdle: Bool { steps.allSatisfy(\.isIdle) }

    /// What only the rows can tell.
    package var rowChecks: [RowCheck] { steps.flatMap { $0.rowChecks(in: destination) } }
}

extension Schema {
    /// The numbers of some entities and of those above them, whose tables hold their rows.
    fileprivate func families(of names: Set<String>) -> Set<Int32> {
        let members = names.compactMap { entity(named: $0) }
        return Set(
            members.flatMap { sequence(first: $0) { $0.superentity.map { self[$0] } } }.map(\.number))
    }
}
