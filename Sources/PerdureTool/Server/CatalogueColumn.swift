// SPDX-License-Identifier: Apache-2.0
// Attributes for columns: the type of a column as an attribute's, and a comment where there is none.

#if PostgreSQL
import PerdureModelFormat
import PerdurePostgreSQL

extension ServerCatalogue.Column {
    /// The attribute's type; nil where only the text of a value can be kept.
    private var attributeType: Int? {
        if isEnumeration { return AttributeType.string }
        let base = type.split(separator: "(")[0].trimmingPrefix(" ")
        switch base {
        case _ where type.hasSuffix("[]"): return nil
        case "smallint": return AttributeType.integer16
        case "integer": return AttributeType.integer32
        case "bigint": return AttributeType.integer64
        case "numeric": return AttributeType.decimal
        case "double precision": return AttributeType.double
        case "real": return AttributeType.float
        case "boolean": return AttributeType.boolean
        case "text", "character varying", "character", "citext", "name": return AttributeType.string
        case "uuid": return AttributeType.uuid
        case "bytea": return AttributeType.binary
        case _ where base.hasPrefix("timestamp") || base == "date": return AttributeType.date
        default: return nil
        }
    }

    /// Whether a key of the type can be an object's number.
    var isWhole: Bool { ["smallint", "integer", "bigint"].contains(type) }

    /// Whether a key can have the type: equal values have equal texts.
    var canBeKey: Bool {
        if isWhole || ["uuid", "text", "date"].contains(type) { return true }
        return ["character", "timestamp"].contains { type.hasPrefix($0) } && !type.hasSuffix("[]")
    }

    /// The attribute for the column.
    func attribute(named name: String) -> AttributeDocument {
        var traits = PropertyTraits(name: name)
        // Attaching lets the server's default take the place of nil.
        traits.isOptional = !isRequired || isGenerated || hasDefault
        traits.userInfo["perdure.column"] = self.name
        let known = attributeType
        if known == nil {
            traits.userInfo["perdure.comment"] = "The column is \(type); its values are read as text."
        } else if isEnumeration {
            traits.userInfo["perdure.comment"] = "The column is the enumeration \(type)."
        }
        if isGenerated { traits.isReadOnly = true }
        return AttributeDocument(traits: traits, type: known ?? AttributeType.string)
    }
}
#endif
