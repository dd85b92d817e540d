// SPDX-License-Identifier: Apache-2.0
// A color as snapshot and change, by hand: the stored form in a shadow attribute, the change in a transient, the decoded
// snapshot in the object, and four hooks that keep the three in step.

import CoreData
import PerdureMacros

@ManagedObject final class HandShape: NSManagedObject, Shape {
    /// The stored form.
    var colorData: Data?
    /// What was done since the last save; nil for nothing.
    @Transient var colorChange: Change?
    @Ignored private var colorSnapshot: Color?

    /// Nil is a color too: the change to it needs a placeholder.
    enum Change {
        case set(Color)
        case cleared

        var color: Color? { if case .set(let color) = self { color } else { nil } }
    }

    @DependsOn("colorChange", "colorData") var color: Color? {
        get { colorChange.map(\.color) ?? colorSnapshot }
        set {
            // What is stored already is no change, or a refresh would keep it against what others saved.
            colorChange = newValue == colorSnapshot ? nil : newValue.map { .set($0) } ?? .cleared
        }
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        colorSnapshot = colorData.flatMap { try? JSONDecoder().decode(Color.self, from: $0) }
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        colorSnapshot = nil
    }

    override func willSave() {
        super.willSave()
        guard let change = primitiveColorChange else { return }
        primitiveColorData = change.color.flatMap { try? JSONEncoder().encode($0) }
    }

    override func didSave() {
        super.didSave()
        guard let change = primitiveColorChange else { return }
        colorSnapshot = change.color
        primitiveColorChange = nil
    }
}
