// SPDX-License-Identifier: Apache-2.0
// One statement with its values, as it is handed to a connection.

#if PostgreSQL
/// A statement to run.
package struct ServerRequest: Sendable {
    /// The text, with $1, $2 … for values; no value stands in it.
    package var text: String
    package var parameters: [ServerValue]
    /// Whether the server shall remember it by a name: cheaper from the second time on.
    package var isPrepared: Bool

    /// Makes a request.
    package init(_ text: String, _ parameters: [ServerValue] = [], isPrepared: Bool = true) {
        self.text = text
        self.parameters = parameters
        self.isPrepared = isPrepared
    }

    /// What makes two requests the same prepared statement: the text, and the types of values.
    var identity: Identity { Identity(text: text, types: parameters.map(\.oid)) }

    /// Whether this is its identity, without making a list of types.
    func hasIdentity(_ identity: Identity) -> Bool {
        text == identity.text && parameters.count == identity.types.count
            && zip(parameters, identity.types).allSatisfy { $0.oid == $1 }
    }

    /// A text with the types of its values.
    struct Identity: Hashable {
        let text: String
        let types: [UInt32]
    }
}
#endif
