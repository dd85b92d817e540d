// SPDX-License-Identifier: Apache-2.0
// Mappings in archives of Foundation: each is one piece of data, read and written by the bounded readers of mapping files.

import Foundation
import PerdureModel

/// What the classes of mappings do with coders.
enum MappingCoding {
    /// Not one of Apple's keys, so that nobody takes the archive for a mapping file.
    private static let key = "PerdureMapping"

    static func encode(_ coder: NSCoder, _ body: () throws -> Data) {
        do { coder.encode(NSData(data: try ErrorTranslation.translating(body)), forKey: key) } catch {
            coder.failWithError(error)
        }
    }

    static func decode<Document>(_ coder: NSCoder, _ body: (Data) throws -> Document) -> Document? {
        guard let data = coder.decodeObject(of: NSData.self, forKey: key) else { return nil }
        do { return try ErrorTranslation.translating { try body(Data(referencing: data)) } } catch {
            coder.failWithError(error)
            return nil
        }
    }
}
