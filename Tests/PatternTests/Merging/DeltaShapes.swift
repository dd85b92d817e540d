// SPDX-License-Identifier: Apache-2.0
// Shapes that keep the stored color as a snapshot in an instance variable, and what was set in the transient.

import Foundation
import Perdure
import PerdurePatterns

/// Reads the snapshot when it is fetched (TRN-246).
class Delta: PatternShape {
    private(set) var snapshot: Color?

    /// What was set since the last save: a color, or the object that stands for nil.
    final var change: Any? { primitiveValue(forKey: "color") }

    /// The stored color.
    var savedColor: Color? { snapshot }

    override var color: Color? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            return change == nil ? savedColor : change as? Color
        }
        set {
            willChangeValue(forKey: "color")
            setPrimitiveValue(newValue ?? ExplicitNil.value, forKey: "color")
            didSetColor()
            didChangeValue(forKey: "color")
        }
    }

    func didSetColor() {}

    /// Takes a change back that leads to the stored color (TRN-81).
    final func reconcileChanges() {
        guard change != nil, change as? Color == savedColor else { return }
        setPrimitiveValue(nil, forKey: "color")
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        snapshot = decode(value(forKey: "colorData"))
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        snapshot = nil
    }

    override func willSave() {
        super.willSave()
        if change != nil { setPrimitiveValue(encode(change as? Color), forKey: "colorData") }
    }

    override func didSave() {
        super.didSave()
        guard change != nil else { return }
        snapshot = change as? Color
        setPrimitiveValue(nil, forKey: "color")
    }
}

/// Takes back at once what leads to the stored color (TRN-247).
final class DeltaReconcile: Delta {
    override func didSetColor() { reconcileChanges() }
}

/// Reads the snapshot when the color is read (TRN-248).
class DeltaLazy: PatternShape {
    private var snapshot: Color?
    private(set) var isLoaded = false

    private var change: Any? { primitiveValue(forKey: "color") }

    private var savedColor: Color? {
        if isLoaded { return snapshot }
        // Not the attribute's value: a failed save may have left a new one there.
        snapshot = decode(committedValues(forKeys: ["colorData"])["colorData"])
        isLoaded = true
        return snapshot
    }

    override var color: Color? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            return change == nil ? savedColor : change as? Color
        }
        set {
            willChangeValue(forKey: "color")
            setPrimitiveValue(newValue ?? ExplicitNil.value, forKey: "color")
            didChangeValue(forKey: "color")
        }
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        isLoaded = false
        snapshot = nil
    }

    override func willSave() {
        super.willSave()
        if change != nil { setPrimitiveValue(encode(change as? Color), forKey: "colorData") }
    }

    override func didSave() {
        super.didSave()
        isLoaded = false
        if change != nil { setPrimitiveValue(nil, forKey: "color") }
    }
}

/// Reads its color whenever the color changes, as an observer that asks for new values lets it.
final class WatchedDeltaLazy: DeltaLazy {
    override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        if key == "color" { _ = color }
    }
}
