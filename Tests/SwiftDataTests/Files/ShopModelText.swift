// SPDX-License-Identifier: Apache-2.0
// A model file as text: `perdure generate --swiftdata` makes GeneratedShop.swift of it.

enum ShopModelText {
    static let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel">
            <entity name="ShopArticle" representedClassName="Article">
                <attribute name="code" attributeType="String"/>
                <attribute name="country" attributeType="String" defaultValueString="DE"/>
                <attribute name="number" attributeType="Integer 32" defaultValueString="7"/>
                <attribute name="added" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
                <attribute name="stock" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES"/>
                <attribute name="small" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
                <attribute name="weight" attributeType="Double" defaultValueString="1.5" usesScalarValueType="YES"/>
                <attribute name="price" attributeType="Decimal" defaultValueString="0"/>
                <attribute name="isNew" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>
                <attribute name="key" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
                <attribute name="page" optional="YES" attributeType="URI"/>
                <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="cached" optional="YES" transient="YES" attributeType="Integer 64" usesScalarValueType="YES"/>
                <attribute name="label" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="NSArray"/>
                <attribute name="title" optional="YES" attributeType="String" elementID="name" versionHashModifier="2" preserveAfterDeletion="YES"/>
                <relationship name="maker" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="ShopMaker" inverseName="articles" inverseEntity="ShopMaker"/>
                <relationship name="parts" optional="YES" toMany="YES" minCount="1" maxCount="9" deletionRule="Cascade" destinationEntity="ShopArticle" inverseName="whole" inverseEntity="ShopArticle"/>
                <relationship name="whole" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="ShopArticle" inverseName="parts" inverseEntity="ShopArticle"/>
                <fetchIndex name="byTitle"><fetchIndexElement property="title" type="Binary" order="ascending"/></fetchIndex>
                <uniquenessConstraints>
                    <uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
                    <uniquenessConstraint><constraint value="country"/><constraint value="number"/></uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            <entity name="ShopBook" parentEntity="ShopArticle">
                <attribute name="isbn" attributeType="String"/>
            </entity>
            <entity name="ShopMaker">
                <attribute name="name" attributeType="String"/>
                <attribute name="place" optional="YES" attributeType="Composite" composite="ShopPlace"/>
                <relationship name="articles" toMany="YES" deletionRule="Cascade" destinationEntity="ShopArticle" inverseName="maker" inverseEntity="ShopArticle"/>
                <relationship name="near" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="ShopMaker"/>
            </entity>
            <composite name="ShopPlace">
                <attribute name="city" optional="YES" attributeType="String"/>
                <attribute name="floor" optional="YES" attributeType="Integer 16"/>
            </composite>
        </model>
        """
}
