// SPDX-License-Identifier: Apache-2.0
// The coding of values that stand as JSON in a column: payloads of enums, values inside of structs.

import Foundation

/// Makes the encoders and decoders of stored JSON.
///
/// JSON has no numbers for infinity and for what is no number. A plain Double keeps both, so these are texts here.
enum JSONCoding {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: noNumber)
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: noNumber)
        return decoder
    }

    private static let infinity = "inf"
    private static let negativeInfinity = "-inf"
    private static let noNumber = "nan"
}
