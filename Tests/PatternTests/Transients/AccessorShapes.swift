// SPDX-License-Identifier: Apache-2.0
// Shapes whose color is a transient beside archived data: read on demand or before, archived at once or when saving.

import Foundation
import Perdure

/// Reads the color on demand (TRN-240) and archives it at once (TRN-242).
class OnDemandImmediate: PatternShape {
    override var color: Color? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            if let color = primitiveColor { return color }
            guard let data = value(forKey: "colorData") else { return nil }
            primitiveColor = decode(data)
            return primitiveColor
        }
        set {
            willChangeValue(forKey: "color")
            primitiveColor = newValue
            didChangeValue(forKey: "color")
            setValue(encode(newValue), forKey: "colorData")
        }
    }
}

/// Reads the color on demand (TRN-240) and archives it when it is saved (TRN-243).
class OnDemandDelayed: OnDemandImmediate {
    override var color: Color? {
        get { super.color }
        set {
            willChangeValue(forKey: "color")
            primitiveColor = newValue
            didChangeValue(forKey: "color")
        }
    }

    override func willSave() {
        setPrimitiveValue(encode(color), forKey: "colorData")
        super.willSave()
    }
}

/// Reads the color when it is fetched (TRN-241) and archives it at once (TRN-242).
final class PreImmediate: PatternShape {
    override var color: Color? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            return primitiveColor
        }
        set {
            willChangeValue(forKey: "color")
            primitiveColor = newValue
            didChangeValue(forKey: "color")
            setValue(encode(newValue), forKey: "colorData")
        }
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        if let data = value(forKey: "colorData") { primitiveColor = decode(data) }
    }
}

/// Reads the color when it is fetched (TRN-241) and archives it when it is saved (TRN-243).
final class PreDelayed: PatternShape {
    override var color: Color? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            return primitiveColor
        }
        set {
            willChangeValue(forKey: "color")
            primitiveColor = newValue
            didChangeValue(forKey: "color")
        }
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        if let data = value(forKey: "colorData") { primitiveColor = decode(data) }
    }

    override func willSave() {
        setPrimitiveValue(encode(color), forKey: "colorData")
        super.willSave()
    }
}

/// Knows whether the transient is right for the present row (TRN-244); archives when it is saved.
class ValidFlag: PatternShape {
    fileprivate(set) var isValid = false

    override var color: Color? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            if isValid { return primitiveColor }
            primitiveColor = decode(value(forKey: "colorData"))
            isValid = true
            return primitiveColor
        }
        set {
            willChangeValue(forKey: "color")
            primitiveColor = newValue
            isValid = true
            didChangeValue(forKey: "color")
        }
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        isValid = false
    }

    override func willSave() {
        setPrimitiveValue(encode(color), forKey: "colorData")
        super.willSave()
    }
}

/// Knows in addition whether the color was changed (TRN-245).
final class ChangedFlag: ValidFlag {
    private(set) var isChanged = false

    override var color: Color? {
        get { super.color }
        set {
            super.color = newValue
            isChanged = true
        }
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        isValid = isChanged
    }

    override func didSave() {
        super.didSave()
        isChanged = false
    }
}
