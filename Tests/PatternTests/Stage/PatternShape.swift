// SPDX-License-Identifier: Apache-2.0
// What the shapes of all patterns share: they count what they archive, and how often their hooks are called.

import Foundation
import Perdure

/// A shape with a color; subclasses say where the color is.
class PatternShape: NSManagedObject {
    struct Counts: Equatable {
        var encoded = 0
        var decoded = 0
        var awakeFromFetch = 0
        var didTurnIntoFault = 0
        var willSave = 0
        var didSave = 0
    }

    var counts = Counts()

    var color: Color? {
        get { nil }
        set {}
    }

    final func encode(_ color: Color?) -> Data? {
        guard let color else { return nil }
        counts.encoded += 1
        return color.archive
    }

    final func decode(_ data: Any?) -> Color? {
        guard let color = Color(archive: data) else { return nil }
        counts.decoded += 1
        return color
    }

    /// The transient without an announcement.
    final var primitiveColor: Color? {
        get { primitiveValue(forKey: "color") as? Color }
        set { setPrimitiveValue(newValue, forKey: "color") }
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        counts.awakeFromFetch += 1
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        counts.didTurnIntoFault += 1
    }

    override func willSave() {
        super.willSave()
        counts.willSave += 1
    }

    override func didSave() {
        super.didSave()
        counts.didSave += 1
    }
}
