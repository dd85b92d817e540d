// SPDX-License-Identifier: Apache-2.0
// What `perdure generate --swiftdata` makes of a model file, kept as it is written: SwiftDataSourceTests.swift compares the text,
// GeneratedShopTests.swift opens a store of the model file through the classes.

// swift-format-ignore-file
import SwiftData

// from here on as generated

@Model
class ShopArticle {
    #Unique<ShopArticle>([\.country, \.number])
    #Index<ShopArticle>([\.title])

    @Attribute(.unique)
    var code: String

    var country: String = "DE"
    var number: Int32 = 7
    var added: Date?
    var stock: Int = 0
    var small: Int16?
    var weight: Double = 1.5
    var price: Decimal = Decimal(string: "0")!
    var isNew: Bool = true
    var key: UUID?
    var page: URL?

    @Attribute(.externalStorage)
    var photo: Data?

    @Attribute(.ephemeral)
    var cached: Int?

    @Attribute(.transformable(by: "NSSecureUnarchiveFromData"))
    var label: NSArray?

    @Attribute(.preserveValueOnDeletion, originalName: "name", hashModifier: "2")
    var title: String?

    @Relationship(inverse: \ShopMaker.articles)
    var maker: ShopMaker?

    @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 9, inverse: \ShopArticle.whole)
    var parts: [ShopArticle]? = []

    @Relationship(deleteRule: .deny)
    var whole: ShopArticle?

    init(code: String) {
        self.code = code
    }
}

@Model
final class ShopBook: ShopArticle {
    var isbn: String

    init(code: String, isbn: String) {
        self.isbn = isbn
        super.init(code: code)
    }
}

@Model
final class ShopMaker {
    var name: String
    var place: ShopPlace?

    @Relationship(deleteRule: .cascade)
    var articles: [ShopArticle] = []

    @Relationship(deleteRule: .noAction)
    var near: [ShopMaker]? = []

    init(name: String) {
        self.name = name
    }
}

struct ShopPlace: Codable, Hashable {
    var city: String?
    var floor: Int16?
}

enum ShopSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)

    static var models: [any PersistentModel.Type] {
        [ShopArticle.self, ShopBook.self, ShopMaker.self]
    }
}
