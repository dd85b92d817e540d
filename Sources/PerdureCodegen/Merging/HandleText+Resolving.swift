// SPDX-License-Identifier: Apache-2.0
// The handle of an attribute that merges, as a generated class has it. HandleWriter.swift writes it.

import PerdureAccessorText
import PerdureModelFormat
import PerdurePredicates

extension HandleText {
    init(
        _ merging: MergeDocument, _ attribute: AttributeDocument, _ accessor: AccessorCode, at slot: Int,
        _ types: TypeNames
    ) {
        let kind = Kind(merging.kind)
        let argument =
            switch kind {
            case .counter: Self.counted(attribute, types)
            case .set, .dictionary: merging.elements.swiftType(types)
            case .value: accessor.type
            }
        self.init(kind, of: argument, at: String(slot), spelled: types.coreData)
    }

    private static func counted(_ attribute: AttributeDocument, _ types: TypeNames) -> String {
        let plain = AttributeType.facts(of: attribute.type)?.plainType
        let number = plain.flatMap { $0.counts ? types.spelled($0.typeName) : nil } ?? types.swift("Int64")
        let isOptional = attribute.traits.isOptional && !attribute.traits.isScalar
        return isOptional ? "\(number)?" : number
    }

    /// The ending of the handle's property name in an extension, which cannot declare `$name`: `likesCounter`.
    var suffix: String { SwiftName.capitalized(kind.rawValue) }
}

extension HandleText.Kind {
    init(_ kind: MergeKind) {
        self =
            switch kind {
            case .counter: .counter
            case .set: .set
            case .dictionary: .dictionary
            case .value: .value
            }
    }
}
