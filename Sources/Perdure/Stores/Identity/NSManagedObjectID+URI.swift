// SPDX-License-Identifier: Apache-2.0
// The text form of an object ID. ObjectURI parses it; hostile text gives nil.

import Foundation
import PerdureStore

extension NSManagedObjectID {
    /// A URI that names the object: `x-coredata://<store's UUID>/<entity>/p<number>` when the ID is permanent.
    ///
    /// The URI of a permanent ID is good for as long as the store exists; the coordinator's
    /// `managedObjectID(forURIRepresentation:)` turns it back. A temporary ID's URI ends in `t` and a unique text.
    public func uriRepresentation() -> URL {
        let authority = namespace?.identifier ?? ""
        let name = entity.name ?? ""
        let path = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
        let last = isTemporaryID ? "t" + Self.temporaryName(key.number) : "p" + permanentName
        // The parts are percent-encoded, so the text is a URL. The fallback avoids a trap for an unusual authority.
        return URL(string: "x-coredata://\(authority)/\(path)/\(last)") ?? URL(fileURLWithPath: "/")
    }

    /// The number, or the store's own name for the object.
    private var permanentName: String { namespace?.naming?.text(of: key) ?? "\(key.number)" }

    /// A text in the form of a UUID, derived from the number and from this process.
    private static func temporaryName(_ number: Int64) -> String {
        let digits = String(UInt64(bitPattern: -number), radix: 16, uppercase: true)
        return processUUID + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// The first 24 characters of a UUID: different in each process.
    private static let processUUID = String(UUID().uuidString.prefix(24))
}

/// The parts of a permanent ID's URI.
struct ObjectURI: Equatable {
    let storeIdentifier: String
    let entityName: String
    /// What stands behind the "p", as it is written.
    let name: String

    /// The number of an object; nil for the name that a store has chosen itself.
    var number: Int64? {
        // Int64.init also takes signs, which no URI of ours has.
        guard name.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(name), number > 0 else {
            return nil
        }
        return number
    }

    /// Reads a URI; nil for anything but the form of a permanent ID.
    init?(_ url: URL) {
        guard url.scheme?.lowercased() == "x-coredata", let host = url.host, !host.isEmpty,
            url.query == nil, url.fragment == nil, url.user == nil, url.port == nil
        else { return nil }
        let parts = url.path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, parts[2].first == "p" else { return nil }
        storeIdentifier = host
        entityName = Self.decoded(parts[1])
        name = String(parts[2].dropFirst())
    }

    /// A part without percent encoding; most names have none, and looking for it costs as much as all other parsing.
    private static func decoded(_ part: Substring) -> String {
        guard part.utf8.contains(UInt8(ascii: "%")) else { return String(part) }
        return part.removingPercentEncoding ?? String(part)
    }
}
