// SPDX-License-Identifier: Apache-2.0
// The transformers that every process has by name: the transformers of Apple's bindings, and the default one.

import Foundation

/// The transformers behind Apple's names.
package final class StandardTransformers: @unchecked Sendable {
    // Sendable because transformers are called without changing them.

    package static let shared = StandardTransformers()

    let archiving: ValueTransformer
    /// The transformers by name; the default one has every name under which it appears in models.
    ///
    /// Archives without keys are not read. Apple's name for their transformer is "NSUnarchiveFromData".
    let byName: [String: ValueTransformer]

    /// The names whose attributes are read but not written, because archives of any class are no longer considered safe.
    package static let readOnlyNames: Set = [
        "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName", "NSUnarchiveFromData",
    ]

    private init() {
        archiving = NSSecureUnarchiveFromDataTransformer()
        byName = [
            "NSNegateBoolean": NegateBooleanTransformer(), "NSIsNil": IsNilTransformer(),
            "NSIsNotNil": IsNotNilTransformer(), "NSSecureUnarchiveFromData": archiving,
            "NSSecureUnarchiveFromDataTransformer": archiving,
            "NSSecureUnarchiveFromDataTransformerName": archiving,
            "NSKeyedUnarchiveFromData": archiving, "NSKeyedUnarchiveFromDataTransformerName": archiving,
        ]
    }
}

/// The opposite of a Boolean; nil counts as false.
private final class NegateBooleanTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSNumber.self }
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? {
        NSNumber(value: !((value as? NSNumber)?.boolValue ?? false))
    }
}

/// Whether there is no value.
private final class IsNilTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSNumber.self }
    override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value == nil) }
}

/// Whether there is a value.
private final class IsNotNilTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSNumber.self }
    override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value != nil) }
}
