// SPDX-License-Identifier: Apache-2.0
// NSCoder's methods for collections of one class, which Foundation on Linux lacks.

import Foundation

extension NSCoder {
    /// Reads an array of objects of one class; nil when the key is missing or has another value.
    public func decodeArrayOfObjects<DecodedObjectType: NSObject & NSSecureCoding>(
        ofClass cls: DecodedObjectType.Type, forKey key: String
    ) -> [DecodedObjectType]? {
        decodeObject(of: [NSArray.self, cls], forKey: key) as? [DecodedObjectType]
    }

    /// Reads an array of objects of some classes; nil when the key is missing or has another value.
    public func decodeArrayOfObjects(ofClasses classes: [AnyClass], forKey key: String) -> [Any]? {
        decodeObject(of: [NSArray.self] + classes, forKey: key) as? [Any]
    }

    /// Reads a dictionary; nil when the key is missing or something else stands there.
    public func decodeDictionary<
        DecodedKeyType: NSObject & NSCopying & NSSecureCoding, DecodedObjectType: NSObject & NSSecureCoding
    >(
        withKeyClass keyCls: DecodedKeyType.Type, objectClass objectCls: DecodedObjectType.Type,
        forKey key: String
    ) -> [DecodedKeyType: DecodedObjectType]? {
        decodeObject(of: [NSDictionary.self, keyCls, objectCls], forKey: key)
            as? [DecodedKeyType: DecodedObjectType]
    }
}
