// SPDX-License-Identifier: Apache-2.0
// How a column of others is read and written as an attribute (PG-61): values go through the column's own type, and come back
// unchanged. Types that Perdure does not know are texts or data.

#if PostgreSQL
import PerdureStore

/// The words around a column when it is read, and around a value when it is written.
struct AttachedColumnForm: Sendable {
    private let reading: (String, String)
    private let writing: (String, String)

    func read(_ column: String) -> String { reading.0 + column + reading.1 }
    func written(_ value: String) -> String { writing.0 + value + writing.1 }

    private init(_ reading: (String, String) = ("", ""), _ writing: (String, String) = ("", "")) {
        self.reading = reading
        self.writing = writing
    }

    private static let plain = Self()
    private static func cast(_ type: String) -> Self { Self(("", "::\(type)")) }

    /// The form; nil where the column cannot hold the attribute.
    init?(_ attribute: StoredAttributeType, _ column: AttachedCatalog.Column) {
        let form: Self? =
            switch attribute {
            case .integer16: Self.whole(2, column)
            case .integer32: Self.whole(4, column)
            case .integer64: Self.whole(8, column)
            case .boolean: column.type == "bool" ? .plain : nil
            case .double, .float: Self.fraction(column, exact: "float8")
            case .decimal: Self.fraction(column, exact: "numeric")
            case .date: Self.date(column)
            case .string, .uri: Self.text(column)
            case .uuid: column.type == "uuid" ? .plain : nil
            case .binary, .transformable: Self.data(column)
            default: nil
            }
        guard let form else { return nil }
        self = form
    }

    /// A narrower column is widened, so that arithmetic does not overflow early.
    private static func whole(_ bytes: Int, _ column: AttachedCatalog.Column) -> Self? {
        guard let own = column.wholeBytes else { return nil }
        return own < bytes ? .cast("bigint") : .plain
    }

    private static func fraction(_ column: AttachedCatalog.Column, exact: String) -> Self? {
        if column.type == exact { return .plain }
        let others = ["float4", "float8", "numeric", "int2", "int4", "int8"]
        return others.contains(column.type) ? .cast(exact) : nil
    }

    /// Seconds since 2001; times without a zone are UTC.
    private static func date(_ column: AttachedCatalog.Column) -> Self? {
        let reading = ("(extract(epoch FROM ", ") - 978307200)::float8")
        let time = ("to_timestamp(", " + 978307200)")
        return switch column.type {
        case "float8": .plain
        case "timestamptz": Self(reading, time)
        case "timestamp": Self(reading, ("(\(time.0)", "\(time.1) AT TIME ZONE 'UTC')"))
        case "date": Self(reading, ("(\(time.0)", "\(time.1) AT TIME ZONE 'UTC')::date"))
        default: nil
        }
    }

    /// Texts have the order of their bytes, and every other type has its text.
    private static func text(_ column: AttachedCatalog.Column) -> Self {
        let order = column.isBytewise ? "" : " COLLATE \"C\""
        return switch column.type {
        case "text": Self(("(", "\(order))"))
        case "varchar", "bpchar": Self(("(", "::text\(order))"))
        default: Self(("(", "::text COLLATE \"C\")"), ("", "::\(column.fullType)"))
        }
    }

    private static func data(_ column: AttachedCatalog.Column) -> Self {
        column.type == "bytea"
            ? .plain
            : Self(
                ("convert_to(", "::text, 'UTF8')"), ("convert_from(", ", 'UTF8')::\(column.fullType)"))
    }
}
#endif
