// SPDX-License-Identifier: Apache-2.0
// `perdure model hashes`: prints the hashes that a store compares with those of a model.

import PerdureModelFormat

enum ModelHashes {
    static let command = Command(
        group: "model", action: "hashes", summary: "print version hashes, digest and checksum",
        discussion: """
            Prints the version hash of each entity, the digest and the checksum of a model, as Apple's tools compute
            them.
            """,
        operands: [.model], options: [.version, .json],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let file = try LoadedModel(arguments)
        try file.requireSound([file.current])
        let hashes = VersionHash.entityHashes(of: file.current)
        let digest = VersionHash.digest(of: hashes)
        let checksum = VersionHash.checksum(of: hashes)
        if arguments.wantsJSON {
            let entities = hashes.mapValues { JSONValue.string(PlainText.hex($0)) }
            try Console.print(
                JSONValue.document([
                    ("entities", .sorted(entities)), ("digest", .string(digest)),
                    ("checksum", .string(checksum)),
                ]).text)
        } else {
            let lines = hashes.sorted { $0.key < $1.key }.map { name, hash in
                [PlainText.safe(name), PlainText.hex(hash)]
            }
            try Console.print(PlainText.table(lines + [["digest", digest], ["checksum", checksum]]))
        }
        return .success
    }
}
