// SPDX-License-Identifier: Apache-2.0
// Attributes whose large values lie in external files. Listed in Kinds/AttributeCodes.swift.

import PerdureModelFormat

enum ExternalCode: AttributeCode {
    static func shape(_ text: inout MacroAttribute) {
        if text.attribute.allowsExternalBinaryDataStorage {
            text.options.insert(".externalStorage", at: 0)
        }
    }
}
