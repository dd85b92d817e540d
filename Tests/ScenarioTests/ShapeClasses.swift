// SPDX-License-Identifier: Apache-2.0
// Shapes with a color beside their data: the four accessor patterns, and the snapshot-and-delta pattern.

import CoreData
import Foundation

/// Reads its color on demand; archives it at each set.
class ShapeOnDemand: NSManagedObject {
    /// Whether the setter leaves archiving to willSave.
    class var isDelayed: Bool { false }

    var color: ShapeColor? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            if let color = primitiveValue(forKey: "color") as? ShapeColor { return color }
            let color = ShapeColor(value(forKey: "colorData"))
            setPrimitiveValue(color, forKey: "color")
            return color
        }
        set {
            willChangeValue(forKey: "color")
            setPrimitiveValue(newValue, forKey: "color")
            didChangeValue(forKey: "color")
            if !Self.isDelayed { setValue(newValue?.archive, forKey: "colorData") }
        }
    }

    override func willSave() {
        super.willSave()
        guard Self.isDelayed, let color = primitiveValue(forKey: "color") as? ShapeColor else { return }
        setPrimitiveValue(color.archive, forKey: "colorData")
    }
}

final class ShapeOnDemandDelayed: ShapeOnDemand {
    override class var isDelayed: Bool { true }
}

/// Makes its color when it is fetched.
class ShapePre: ShapeOnDemand {
    override func awakeFromFetch() {
        super.awakeFromFetch()
        setPrimitiveValue(ShapeColor(primitiveValue(forKey: "colorData")), forKey: "color")
    }
}

final class ShapePreDelayed: ShapePre {
    override class var isDelayed: Bool { true }
}

/// Holds in the transient what differs from the stored color, which is an instance variable.
final class ShapeDelta: NSManagedObject {
    /// Stands for a color that was set to nil.
    private static let none = ShapeColor("(none)")

    private var colorSnapshot: ShapeColor?
    private(set) var archiveCount = 0
    private var delta: ShapeColor? { primitiveValue(forKey: "color") as? ShapeColor }

    var color: ShapeColor? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            guard let delta else { return colorSnapshot }
            return delta === Self.none ? nil : delta
        }
        set {
            willChangeValue(forKey: "color")
            setPrimitiveValue(newValue ?? Self.none, forKey: "color")
            didChangeValue(forKey: "color")
        }
    }

    /// Takes a change back that leads to the stored color.
    func reconcileChanges() {
        guard let delta else { return }
        let color = delta === Self.none ? nil : delta
        if color == colorSnapshot { setPrimitiveValue(nil, forKey: "color") }
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        colorSnapshot = ShapeColor(primitiveValue(forKey: "colorData"))
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        colorSnapshot = nil
    }

    override func willSave() {
        super.willSave()
        guard let delta else { return }
        archiveCount += 1
        setPrimitiveValue(delta === Self.none ? nil : delta.archive, forKey: "colorData")
    }

    override func didSave() {
        super.didSave()
        guard let delta else { return }
        colorSnapshot = delta === Self.none ? nil : delta
        setPrimitiveValue(nil, forKey: "color")
    }
}
