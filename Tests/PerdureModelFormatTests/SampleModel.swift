// SPDX-License-Identifier: Apache-2.0
// A model in code that has a bit of everything, for the tests of this folder.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Models made in code.
enum SampleModel {
    /// One of each kind of thing that a model can hold.
    static var everything: ModelDocument {
        var model = ModelDocument()
        model.entities = [book, novel, page, thing]
        model.versionIdentifiers = ["1.2"]
        var configuration = ConfigurationDocument(name: "Cloud", entityNames: ["Book", "Page"])
        configuration.toolAttributes = ["usedWithCloudKit": "YES"]
        model.configurations = [configuration]
        model.fetchRequestTemplates = ["byTitle": byTitle]
        model.composites = [
            CompositeDocument(name: "Place", elements: place),
            CompositeDocument(name: "Point", elements: point),
        ]
        model.toolAttributes = ["type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0"]
        return model
    }

    static func attribute(_ name: String, _ type: Int, isOptional: Bool = true) -> AttributeDocument {
        var traits = PropertyTraits(name: name)
        traits.isOptional = isOptional
        return AttributeDocument(traits: traits, type: type)
    }

    static func relationship(
        _ name: String, to destination: String, inverse: String?, maxCount: Int = 1
    ) -> RelationshipDocument {
        var relationship = RelationshipDocument(traits: PropertyTraits(name: name))
        relationship.traits.isOptional = true
        relationship.destinationEntityName = destination
        relationship.inverseName = inverse
        relationship.inverseEntityName = inverse.map { _ in destination }
        relationship.maxCount = maxCount
        return relationship
    }

    private static var book: EntityDocument {
        var entity = EntityDocument(name: "Book")
        entity.className = ".Book"
        entity.renamingIdentifier = "Volume"
        entity.versionHashModifier = "2"
        entity.userInfo = ["note": "a <b> & \"c\"\nd"]
        entity.toolAttributes = ["syncable": "YES", "codeGenerationType": "class"]
        var title = attribute("title", AttributeType.string, isOptional: false)
        title.defaultValue = .string("")
        title.traits.validations = [
            validation(.key("length"), .greaterThanOrEqual, .integer(1), 1670),
            validation(.key("length"), .lessThanOrEqual, .integer(50), 1660),
            validation(.evaluatedObject, .matches, .string("^[a-z]+$"), 1680),
        ]
        title.traits.renamingIdentifier = "name"
        title.traits.versionHashModifier = "x"
        title.traits.isIndexed = true
        var count = attribute("pageCount", AttributeType.integer64)
        count.traits.isReadOnly = true
        count.derivation = .function(FunctionCall("count:", [.key("pages")]))
        entity.attributes = [title, count] + scalars
        var pages = relationship("pages", to: "Page", inverse: "book", maxCount: 0)
        pages.isOrdered = true
        pages.deleteRule = 2
        pages.minCount = 1
        entity.relationships = [pages]
        var similar = FetchedPropertyDocument(traits: PropertyTraits(name: "similar"))
        similar.traits.isTransient = true
        similar.traits.isReadOnly = true
        similar.traits.isOptional = true
        similar.fetchRequest = FetchRequestDocument(entityName: "Book")
        similar.fetchRequest?.predicate = .comparison(
            ComparisonNode(.key("title"), .equal, .keyPath(base: .variable("FETCH_SOURCE"), keys: ["title"])))
        entity.fetchedProperties = [similar]
        entity.uniquenessConstraints = [["title", "uuid"], ["price"]]
        entity.compoundIndexes = [["title", "rating"]]
        entity.indexes = indexes
        return entity
    }

    private static var scalars: [AttributeDocument] {
        var rating = attribute("rating", AttributeType.double)
        rating.defaultValue = .double(2.5)
        rating.traits.validations = [
            validation(.evaluatedObject, .greaterThanOrEqual, .integer(0), 1620),
            validation(.evaluatedObject, .lessThanOrEqual, .double(5.5), 1610),
        ]
        var price = attribute("price", AttributeType.decimal)
        price.defaultValue = .decimal(Decimal(string: "12.34") ?? 0)
        var published = attribute("published", AttributeType.date)
        published.defaultValue = .date(Date(timeIntervalSinceReferenceDate: 86_400))
        published.traits.validations = [
            validation(
                .evaluatedObject, .greaterThanOrEqual, .date(Date(timeIntervalSinceReferenceDate: 0)), 1640),
            validation(
                .evaluatedObject, .lessThanOrEqual, .date(Date(timeIntervalSinceReferenceDate: 1e9)), 1630),
        ]
        var isNew = attribute("isNew", AttributeType.boolean, isOptional: false)
        isNew.defaultValue = .boolean(true)
        isNew.traits.toolAttributes = ["usesScalarValueType": "YES"]
        var small = attribute("small", AttributeType.integer16)
        small.defaultValue = .integer(-3)
        var uuid = attribute("uuid", AttributeType.uuid)
        uuid.defaultValue = UUID(uuidString: "9F2C1B9A-0000-4000-8000-0123456789AB").map { .uuid($0) }
        var link = attribute("link", AttributeType.uri)
        link.defaultValue = URL(string: "https://example.org/?a=1&b=2").map { .url($0) }
        var cover = attribute("cover", AttributeType.binary)
        cover.allowsExternalBinaryDataStorage = true
        cover.preservesValueInHistoryOnDeletion = true
        var color = attribute("color", AttributeType.transformable)
        color.valueTransformerName = "NSSecureUnarchiveFromData"
        color.valueClassName = "UIColor"
        color.allowsCloudEncryption = true
        color.traits.isIndexedBySpotlight = true
        color.traits.isStoredInExternalRecord = true
        var cache = attribute("cache", AttributeType.undefined)
        cache.traits.isTransient = true
        var origin = attribute("origin", AttributeType.composite)
        origin.compositeName = "Place"
        origin.elements = place
        return [rating, price, published, isNew, small, uuid, link, cover, color, cache, origin]
    }

    private static var place: [AttributeDocument] {
        var position = attribute("position", AttributeType.composite)
        position.compositeName = "Point"
        position.elements = point
        return [attribute("city", AttributeType.string), position]
    }

    private static var point: [AttributeDocument] {
        [attribute("x", AttributeType.double), attribute("y", AttributeType.double)]
    }

    private static var indexes: [FetchIndexDocument] {
        let positive = PredicateNode.comparison(
            ComparisonNode(.key("rating"), .greaterThan, .constant(.integer(0))))
        return [
            FetchIndexDocument(
                name: "byTitle",
                elements: [
                    .init(propertyName: "title"), .init(propertyName: "rating", isAscending: false),
                    .init(
                        propertyName: nil, expression: .function(FunctionCall("lowercase:", [.key("title")])),
                        expressionResultType: AttributeType.string),
                ], partialIndexPredicate: positive),
            FetchIndexDocument(
                name: "inSpace",
                elements: [
                    .init(propertyName: "rating", isRTree: true), .init(propertyName: "small", isRTree: true),
                ]),
        ]
    }

    private static var novel: EntityDocument {
        var entity = EntityDocument(name: "Novel")
        entity.superentityName = "Book"
        entity.attributes = [attribute("genre", AttributeType.string)]
        entity.indexes = [FetchIndexDocument(name: "byGenre", elements: [.init(propertyName: "genre")])]
        return entity
    }

    private static var page: EntityDocument {
        var entity = EntityDocument(name: "Page")
        entity.relationships = [relationship("book", to: "Book", inverse: "pages")]
        return entity
    }

    private static var thing: EntityDocument {
        var entity = EntityDocument(name: "Thing")
        entity.isAbstract = true
        var friends = relationship("friends", to: "Thing", inverse: "friends", maxCount: 0)
        friends.deleteRule = 3
        entity.relationships = [friends, relationship("loose", to: "Page", inverse: nil)]
        return entity
    }

    private static var byTitle: FetchRequestDocument {
        var request = FetchRequestDocument(entityName: "Book")
        request.predicate = .and([
            .comparison(
                ComparisonNode(.key("title"), .beginsWith, .variable("PREFIX"), options: [.caseInsensitive])),
            .not(
                .comparison(
                    ComparisonNode(.key("rating"), .isIn, .constant(.array([.integer(1), .integer(2)]))))),
        ])
        request.fetchLimit = 20
        request.fetchBatchSize = 5
        request.returnsDistinctResults = true
        request.includesSubentities = false
        return request
    }

    private static func validation(
        _ left: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ value: ConstantValue, _ code: Int
    ) -> ValidationDocument {
        ValidationDocument(
            predicate: .comparison(ComparisonNode(left, comparison, .constant(value))), warning: .code(code))
    }
}
