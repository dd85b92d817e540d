// SPDX-License-Identifier: Apache-2.0
// Arithmetic as in memory (PG-119, PG-120): the server raises an error where a double becomes infinite or zero, rounds quotients of
// decimals early, and compares whole numbers with doubles as doubles.

#if PostgreSQL
/// The functions of numbers.
enum NumberFunctions {
    static func all(_ place: String) -> [ServerDefinition] {
        doubles(place) + [
            quotient(place), order(place), shift(place, isLeft: true), shift(place, isLeft: false),
        ]
    }

    /// A function that gives NULL for NULL.
    private static func strict(_ place: String, _ name: String, _ signature: String, _ body: String)
        -> ServerDefinition
    {
        StoreFunctions.function(
            place, name, signature, "LANGUAGE plpgsql IMMUTABLE STRICT", "\nBEGIN\n\(body)\nEND\n")
    }

    private static let sides = "(a double precision, b double precision) RETURNS double precision"

    private static func doubles(_ place: String) -> [ServerDefinition] {
        [
            strict(place, "perdure_add", sides, sum(place, "b")),
            strict(place, "perdure_subtract", sides, sum(place, "-b")),
            strict(place, "perdure_multiply", sides, product), strict(place, "perdure_divide", sides, ratio),
        ]
    }

    /// Half of the sum is looked at where the sum may be infinite.
    private static func sum(_ place: String, _ other: String) -> String {
        """
          IF abs(a) > 1e290 AND abs(b) > 1e290 AND abs(a) < 'Infinity' AND abs(b) < 'Infinity' THEN
            IF abs(a * 0.5 + (\(other)) * 0.5) >= 8.98846567431158e+307 THEN
              RETURN sign(a) * 'Infinity'::double precision;
            END IF;
          END IF;
          RETURN nullif(a + (\(other)), 'NaN');
        """
    }

    /// The product is looked at in a scale in which it has a finite value that is not zero.
    private static let product = """
          IF a = 'NaN' OR b = 'NaN' THEN RETURN NULL; END IF;
          IF abs(a) >= 1 AND abs(b) >= 1 THEN
            IF abs((a * 7.458340731200207e-155) * (b * 7.458340731200207e-155)) >= 1 THEN
              RETURN sign(a) * sign(b) * 'Infinity'::double precision;
            END IF;
          ELSIF abs(a) < 1 AND abs(b) < 1 AND a <> 0 AND b <> 0 THEN
            IF abs((a * 1.3407807929942597e+154) * (b * 1.3407807929942597e+154)) <= 4.440892098500626e-16 THEN
              RETURN 0;
            END IF;
          END IF;
          RETURN nullif(a * b, 'NaN');
        """

    private static let ratio = """
          IF b = 0 OR a = 'NaN' OR b = 'NaN' THEN RETURN NULL; END IF;
          IF abs(b) < 1 AND abs(a) >= 8.881784197001252e-16 AND abs(a) < 'Infinity' THEN
            IF abs((a * 7.458340731200207e-155) / (b * 1.3407807929942597e+154)) >= 1 THEN
              RETURN sign(a) * sign(b) * 'Infinity'::double precision;
            END IF;
          ELSIF abs(b) > 1 AND abs(b) < 'Infinity' AND a <> 0 AND abs(a) < 8.881784197001252e-16 THEN
            IF abs((a * 1.3407807929942597e+154) / (b * 7.458340731200207e-155)) <= 4.440892098500626e-16 THEN
              RETURN 0;
            END IF;
          END IF;
          RETURN nullif(a / b, 'NaN');
        """

    /// A quotient of decimals with 38 digits, as Foundation's decimals have.
    private static func quotient(_ place: String) -> ServerDefinition {
        StoreFunctions.function(
            place, "perdure_quotient", "(a numeric, b numeric) RETURNS numeric",
            "LANGUAGE plpgsql IMMUTABLE STRICT",
            """

            DECLARE q numeric;
            BEGIN
              IF b = 0 THEN RETURN NULL; END IF;
              q := round(a, greatest(scale(a), 80)) / b;
              IF q = 0 THEN RETURN 0; END IF;
              RETURN trim_scale(round(q, 37 - floor(log(abs(q)))::integer));
            END

            """)
    }

    /// The order of a whole number and a double: -1, 0 or 1.
    private static func order(_ place: String) -> ServerDefinition {
        strict(
            place, "perdure_order", "(a bigint, b double precision) RETURNS integer",
            """
              IF b >= 9223372036854775808 THEN RETURN -1; END IF;
              IF b < -9223372036854775808 THEN RETURN 1; END IF;
              IF a <> trunc(b)::bigint THEN RETURN CASE WHEN a < trunc(b)::bigint THEN -1 ELSE 1 END; END IF;
              RETURN sign(trunc(b) - b)::integer;
            """)
    }

    /// A shift by any number; the server takes the number modulo 64.
    private static func shift(_ place: String, isLeft: Bool) -> ServerDefinition {
        let n = isLeft ? "n" : "-n"
        return strict(
            place, isLeft ? "perdure_shift_left" : "perdure_shift_right",
            "(a bigint, n bigint) RETURNS bigint",
            """
              IF \(isLeft ? "n >= 64" : "n <= -64") THEN RETURN 0; END IF;
              IF \(isLeft ? "n <= -64" : "n >= 64") THEN RETURN CASE WHEN a < 0 THEN -1 ELSE 0 END; END IF;
              IF \(n) >= 0 THEN RETURN a << (\(n))::integer; END IF;
              RETURN a >> (-(\(n)))::integer;
            """)
    }
}
#endif
