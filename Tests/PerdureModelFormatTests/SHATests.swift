// SPDX-License-Identifier: Apache-2.0
// The hash functions against the examples of FIPS 180-4.

import Foundation
import PerdureBase
import PerdureModelFormat
import Testing

@Suite("Hash functions")
struct SHATests {
    static let long =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

    static let short256: [(String, String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (long, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    ]

    @Test("SHA-256", arguments: short256)
    func sha256(message: String, expected: String) {
        #expect(SHA256.hash(message.utf8).hex == expected)
    }

    @Test("SHA-512")
    func sha512() {
        #expect(
            SHA512.hash("abc".utf8).hex
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
        #expect(
            SHA512.hash(Self.long.utf8).hex
                == "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909")
        #expect(
            SHA512.hash("".utf8).hex
                == "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e")
    }

    @Test("A message in pieces has the hash of the whole, at every length around a block")
    func pieces() {
        for length in 0..<200 {
            let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            var small = SHA256()
            var large = SHA512()
            for byte in message {
                small.update([byte])
                large.update([byte])
            }
            #expect(small.finalize() == SHA256.hash(message))
            #expect(large.finalize() == SHA512.hash(message))
        }
    }
}

extension Data {
    /// The bytes as hexadecimal digits.
    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
