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
            fail(coder, error)
        }
    }

    static func decode<Document>(_ coder: NSCoder, _ body: (Data) throws -> Document) -> Document? {
        guard let data = coder.decodeObject(of: NSData.self, forKey: key) else { return nil }
        do { return try ErrorTranslation.translating { try body(Data(referencing: data)) } } catch {
            fail(coder, error)
            return nil
        }
    }

    /// Foundation's archiver on Linux stops the process for an error; an archive without the mapping is nil when it is read.
    private static func fail(_ coder: NSCoder, _ error: any Error) {
        if coder.decodingFailurePolicy == .setErrorAndReturn { coder.failWithError(error) }
    }
}
