// SPDX-License-Identifier: Apache-2.0
// The rows of FeatureTests.swift.

import Foundation
import PerdureMacros

extension FeatureRow {
    static let all: [FeatureRow] = entities + attributes + relationships

    private static let entities: [FeatureRow] = [
        FeatureRow("MOD-50 entity name", "\"FeatureBase\"") { model in model.entity.name == "FeatureBase" },
        FeatureRow("MOD-57 abstract", "isAbstract: true") { model in model.entity.isAbstract },
        FeatureRow("MOD-58 inheritance", "class FeatureEnd: Feature") { model in
            model.end.superentity === model.entity
        },
        FeatureRow("MOD-63 entity user info", "userInfo: [\"a\": \"b\"]") { model in
            model.entity.userInfo as? [String: String] == ["a": "b"]
        },
        FeatureRow("MOD-64 entity renaming", "originalName: \"OldFeature\"") { model in
            model.entity.renamingIdentifier == "OldFeature"
        },
        FeatureRow("MOD-25 entity hash modifier", "hashModifier: \"e2\"") { model in
            model.entity.versionHashModifier == "e2"
        },
        FeatureRow("MOD-8 MOD-10 configurations", "configurations: [\"One\", \"Two\"]") { model in
            model.model.configurations == ["One", "Two"]
        },
        FeatureRow("MOD-70 constraints", "unique: [[\"text\", \"number\"], [\"amount.unit\"]]") { model in
            model.entity.uniquenessConstraints as? [[String]] == [
                ["code"], ["text", "number"], ["amount.unit"],
            ]
        },
        FeatureRow("MOD-80 indexes", ".index(\"sorted\"") { model in
            model.entity.indexes.map(\.name) == ["sorted", "ranges", "lowered", "inside"]
        },
        FeatureRow("MOD-81 order in an index", ".descending(\"number\")") { model in
            model.entity.indexes[0].elements.map(\.isAscending) == [true, false]
        },
        FeatureRow("MOD-82 rTree", ".rTree(\"real\")") { model in
            model.entity.indexes[1].elements[0].collationType == .rTree
        },
        FeatureRow("MOD-83 partial index", "where: \"number > 3\"") { model in
            model.entity.indexes[0].partialIndexPredicate == NSPredicate(format: "number > 3")
        },
        FeatureRow("MOD-81 expression in an index", ".expression(\"lowercase:(text)\"") { model in
            (model.entity.indexes[2].elements[0].property as? NSExpressionDescription)?.expressionResultType
                == .stringAttributeType
        },
        FeatureRow("MOD-132 composite element in an index", "on: \"amount.value\"") { model in
            model.entity.indexes[3].elements[0].propertyName == "value"
        },
        FeatureRow("MOD-70 unique attribute", "@Attribute(.unique) var code") { model in
            model.entity.uniquenessConstraints.first as? [String] == ["code"]
        },
        FeatureRow("MOD-152 cascade", "deleteRule: .cascade") { model in
            model.end.relationshipsByName["back"]?.deleteRule == .cascadeDeleteRule
        },
        FeatureRow("MOD-41 its user info", "userInfo: [\"e\": \"f\"]") { model in
            model.entity.propertiesByName["twins"]?.userInfo as? [String: String] == ["e": "f"]
        },
    ]

    private static let attributes: [FeatureRow] = [
        FeatureRow("MOD-65 spotlight", ".spotlight") { model in
            model.attribute("text")?.isIndexedBySpotlight == true
        },
        FeatureRow("MOD-97 attribute renaming", "originalName: \"oldText\"") { model in
            model.attribute("text")?.renamingIdentifier == "oldText"
        },
        FeatureRow("MOD-25 attribute hash modifier", "hashModifier: \"p2\"") { model in
            model.attribute("text")?.versionHashModifier == "p2"
        },
        FeatureRow("MOD-90 attribute user info", "userInfo: [\"c\": \"d\"]") { model in
            model.attribute("text")?.userInfo as? [String: String] == ["c": "d"]
        },
        FeatureRow("MOD-104 default value", "var text: String = \"t\"") { model in
            model.attribute("text")?.defaultValue as? String == "t"
        },
        FeatureRow("MOD-100 chosen type", ".type(.integer16AttributeType)") { model in
            model.attribute("number")?.attributeType == .integer16AttributeType
        },
        FeatureRow("MOD-94 bounds", ".minimum(-1), .maximum(10)") { model in
            model.attribute("number")?.validationWarnings as? [Int] == [1620, 1610]
        },
        FeatureRow("MOD-93 mandatory", "@Attribute(.required) var needed: Date?") { model in
            model.attribute("needed")?.isOptional == false
        },
        FeatureRow("MOD-93 optional", "@Attribute(.optional) var loose") { model in
            model.attribute("loose")?.isOptional == true
        },
        FeatureRow("MOD-106 no default", "@Attribute(.noDefault)") { model in
            model.attribute("unset")?.defaultValue == nil
        },
        FeatureRow("MOD-95 text limits", ".pattern(\"[a-z]+\"), .minimumLength(2), .maximumLength(5)") {
            model in model.attribute("word")?.validationWarnings as? [Int] == [1680, 1670, 1660]
        },
        FeatureRow("MOD-94 predicates", ".validation(\"SELF != 3\", \"not three\")") { model in
            model.attribute("checked")?.validationPredicates.first == NSPredicate(format: "SELF != 3")
        },
        FeatureRow("MOD-94 warnings", ".validation(\"SELF < 9\", code: 1700)") { model in
            model.attribute("checked")?.validationWarnings.last as? Int == 1700
        },
        FeatureRow("MOD-116 external storage", ".externalStorage") { model in
            model.attribute("blob")?.allowsExternalBinaryDataStorage == true
        },
        FeatureRow("MOD-118 cloud encryption", ".cloudEncryption") { model in
            model.attribute("blob")?.allowsCloudEncryption == true
        },
        FeatureRow("MOD-117 history", ".preservedOnDeletion") { model in
            model.attribute("kept")?.preservesValueInHistoryOnDeletion == true
        },
        FeatureRow("MOD-94 bounds of dates", ".minimum(Date(") { model in
            model.attribute("later")?.validationWarnings as? [Int] == [1640]
        },
        FeatureRow("MOD-120 transformer", "transformer: \"FeatureTransformer\"") { model in
            model.attribute("color")?.valueTransformerName == "FeatureTransformer"
        },
        FeatureRow("MOD-103 value class", ".valueClass(\"NSColor\")") { model in
            model.attribute("color")?.attributeValueClassName == "NSColor"
        },
        FeatureRow("MOD-100 double", "var real: Double?") { model in
            model.attribute("real")?.attributeType == .doubleAttributeType
        },
        FeatureRow("MOD-100 float", "var small: Float = 0.5") { model in
            model.attribute("small")?.attributeType == .floatAttributeType
        },
        FeatureRow("MOD-112 decimal", "var exact: Decimal") { model in
            model.attribute("exact")?.defaultValue as? NSDecimalNumber == NSDecimalNumber(string: "1.25")
        },
        FeatureRow("MOD-114 URI", "var link: URL?") { model in
            model.attribute("link")?.attributeType == .URIAttributeType
        },
        FeatureRow("MOD-121 default transformer", "var list: [Int] = [1, 2]") { model in
            model.attribute("list")?.attributeType == .transformableAttributeType
        },
        FeatureRow("MOD-130 composite", "var amount: Amount") { model in
            model.elements.map(\.name) == ["value", "unit"]
        },
        FeatureRow("MOD-135 element default", "var value: Double = 1.5") { model in
            model.elements.first?.defaultValue as? Double == 1.5
        },
        FeatureRow("MOD-135 element options", "\"value\": [.maximum(9.5), .originalName(\"number\")]") {
            model in model.elements.first?.renamingIdentifier == "number"
        },
        FeatureRow("MOD-92 transient", "@Transient var memory: Int?") { model in
            model.attribute("memory")?.isTransient == true
                && model.attribute("memory")?.attributeType == .integer64AttributeType
        },
        FeatureRow("MOD-194 transient of any type", "@Transient var anything: [Date: Feature]?") { model in
            model.attribute("anything")?.attributeType == .undefinedAttributeType
        },
        FeatureRow("MOD-140 derived", "@Derived(\"uppercase:(text)\")") { model in
            (model.attribute("upper") as? NSDerivedAttributeDescription)?.derivationExpression != nil
        },
        FeatureRow("MOD-140 derived count", "@Derived(\"many.@count\", .optional)") { model in
            model.attribute("total")?.isOptional == true
        },
    ]

    private static let relationships: [FeatureRow] = [
        FeatureRow("MOD-152 delete rule", "deleteRule: .deny") { model in
            model.relationship("many")?.deleteRule == .denyDeleteRule
        },
        FeatureRow("MOD-159 counts", "minimum: 2, maximum: 8") { model in
            model.relationship("many").map { [$0.minCount, $0.maxCount] } == [2, 8]
        },
        FeatureRow("MOD-158 order", "var many: [FeatureEnd]") { model in
            model.relationship("many")?.isOrdered == true
        },
        FeatureRow("MOD-156 inverse", "inverse: \"one\"") { model in
            model.relationship("many")?.inverseRelationship?.name == "one"
        },
        FeatureRow("MOD-160 mandatory relationship", "@Relationship(.required") { model in
            model.relationship("single")?.isOptional == false
        },
        FeatureRow("MOD-162 no action", "deleteRule: .noAction") { model in
            model.relationship("single")?.deleteRule == .noActionDeleteRule
        },
        FeatureRow("MOD-97 relationship renaming", "originalName: \"oldSingle\"") { model in
            model.relationship("single")?.renamingIdentifier == "oldSingle"
        },
        FeatureRow("MOD-151 to-one", "var single") { model in
            model.relationship("single")?.maxCount == 1
        },
        FeatureRow("MOD-161 transient relationship", "@Transient @Relationship") { model in
            model.relationship("passing")?.isTransient == true
        },
        FeatureRow("MOD-157 no inverse", "inverse: nil") { model in
            model.relationship("passing")?.inverseRelationship == nil
        },
        FeatureRow("MOD-170 fetched property", "\"text == $FETCH_SOURCE.text\"") { model in
            model.fetched?.predicate == NSPredicate(format: "text == $FETCH_SOURCE.text")
        },
        FeatureRow("MOD-172 its order", "sort: [\"text\", \"-number\"]") { model in
            model.fetched?.sortDescriptors?.map(\.ascending) == [true, false]
        },
        FeatureRow("MOD-170 its limit", "limit: 3") { model in model.fetched?.fetchLimit == 3 },
    ]
}
