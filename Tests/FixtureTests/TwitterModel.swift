// SPDX-License-Identifier: Apache-2.0
// The model of a store whose source is not at hand; its version hashes are those in the store.

import Perdure

extension NSManagedObjectModel {
    /// Statuses and their users.
    static func twitter(status statusName: String, user userName: String) -> NSManagedObjectModel {
        let status = NSEntityDescription()
        status.name = statusName
        let user = NSEntityDescription()
        user.name = userName
        let author = NSRelationshipDescription()
        author.name = "user"
        author.destinationEntity = user
        author.minCount = 1
        author.maxCount = 1
        let statuses = NSRelationshipDescription()
        statuses.name = "status"
        statuses.destinationEntity = status
        statuses.maxCount = 0
        author.inverseRelationship = statuses
        statuses.inverseRelationship = author
        status.properties = [
            attribute("statusID", .integer64AttributeType), attribute("isFavorited", .booleanAttributeType),
            attribute("inReplyToScreenName", .stringAttributeType), attribute("text", .stringAttributeType),
            attribute("createdAt", .dateAttributeType), attribute("urlString", .stringAttributeType), author,
        ]
        user.properties = [
            attribute("userID", .integer64AttributeType), attribute("name", .stringAttributeType),
            attribute("screenName", .stringAttributeType), statuses,
        ]
        let model = NSManagedObjectModel()
        model.entities = [status, user]
        return model
    }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
    }
}
