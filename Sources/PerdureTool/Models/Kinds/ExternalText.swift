// SPDX-License-Identifier: Apache-2.0
// External storage when a model is shown.

import PerdureModelFormat

enum ExternalText: AttributeKindText {
    static func notes(_ attribute: AttributeDocument) -> [String] {
        attribute.allowsExternalBinaryDataStorage ? ["external storage"] : []
    }

    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)] {
        [("allowsExternalBinaryDataStorage", .boolean(attribute.allowsExternalBinaryDataStorage))]
    }
}
