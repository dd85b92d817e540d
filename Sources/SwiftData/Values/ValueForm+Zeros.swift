// SPDX-License-Identifier: Apache-2.0
// What stands for a missing value of a type that is made of others, where neither the type nor its declaration says it. Part of
// ValueForm.swift.

import Foundation

extension ValueForm {
    /// A value of nothing: a case that needs no payload, or what the type decodes from zeros.
    ///
    /// A row of another program, or of a version that had other cases, must not end the process (SD-43, SD-56).
    func zeros<T>(_ type: T.Type) -> T? {
        if case .payloads(let names, let codable) = self, let bare = Self.bareCase(codable, names) as? T {
            return bare
        }
        func make<D: Decodable>(_ type: D.Type) -> Any? { try? ZeroDecoder().zero(type) }
        return (type as? any Decodable.Type).flatMap { make($0) } as? T
    }

    /// The first case that decodes without a payload.
    private static func bareCase(_ type: any Codable.Type, _ names: [String]) -> Any? {
        for name in names {
            let text = [name: [String: String]()]
            guard let data = try? JSONCoding.encoder.encode(text) else { continue }
            if let value = try? JSONCoding.decoder.decode(type, from: data) { return value }
        }
        return nil
    }
}
