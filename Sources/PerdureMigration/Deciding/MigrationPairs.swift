// SPDX-License-Identifier: Apache-2.0
// The steps of an inferred migration as text, for the log and the command: which entities and properties pair, what comes and goes.

import PerdureStore

/// A line for each entity.
package struct MigrationPairs {
    private let steps: InferredMigration

    package init(_ steps: InferredMigration) { self.steps = steps }

    /// The lines, with ends between them.
    package var text: String { steps.steps.map(line).joined(separator: "\n") }

    private func line(of step: EntityStep) -> String {
        let source = step.source.map { steps.source[$0] }
        guard let destination = step.destination.map({ steps.destination[$0] }) else {
            return "\(source?.name ?? "") is removed"
        }
        guard let source else { return "\(destination.name) is added" }
        if step.isIdle { return "\(destination.name) stays" }
        let parts =
            [paired(destination, source, step)] + step.removedSlots.map { "-\(source.properties[$0].name)" }
        return "\(source.name) -> \(destination.name): "
            + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func paired(_ destination: EntityLayout, _ source: EntityLayout, _ step: EntityStep) -> String {
        destination.properties.filter { !$0.isTransient }.map { property in
            let former =
                step.origins.indices.contains(property.slot) ? step.origins[property.slot].source : nil
            guard let former else { return "+\(property.name)" }
            let name = source.properties[former].name
            return name == property.name ? name : "\(name) -> \(property.name)"
        }.joined(separator: ", ")
    }
}
