// SPDX-License-Identifier: Apache-2.0
// The problems of attributes that merge. Part of Problem.swift.

extension Problem {
    static func unknownMergeKind(_ name: String) -> Problem {
        Problem(
            id: "unknownMergeKind",
            message: "@Mergeable of '\(name)' must say how it merges: .counter, .set, .dictionary or .value")
    }

    static func uselessMergeArgument(_ name: String, _ label: String, _ owner: String) -> Problem {
        Problem(
            id: "uselessMergeArgument",
            message: "'\(label):' has no effect on attribute '\(name)': it is for \(owner) that merge",
            severity: .warning)
    }

    static func counterType(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "counterType",
            message:
                "counter '\(name)' cannot have the type '\(type)': a counter is an Int64, Int32, Int16, Int, Double or "
                + "Decimal, or one of them that is optional")
    }

    static func setType(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "setType",
            message: "mergeable set '\(name)' cannot have the type '\(type)': write 'Set' with its elements")
    }

    static func setElement(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "setElement",
            message:
                "mergeable set '\(name)' cannot have elements of the type '\(type)': they are Strings, integers, UUIDs or "
                + "URLs, or an enumeration of them that conforms to MergeableElement")
    }

    static func dictionaryType(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "dictionaryType",
            message:
                "mergeable dictionary '\(name)' cannot have the type '\(type)': its keys are Strings, and "
                + "its values cannot be nil")
    }

    static func indexOfCollection(_ key: String) -> Problem {
        illegalIndexElement(key, "a mergeable collection, whose indexes @Mergeable declares")
    }

    static func optionalCollection(_ name: String, _ kind: String) -> Problem {
        Problem(
            id: "optionalCollection",
            message: "mergeable \(kind) '\(name)' cannot be optional: without a value it is empty")
    }

    static func collectionDefault(_ name: String) -> Problem {
        Problem(
            id: "collectionDefault",
            message:
                "'\(name)' merges and starts empty: what it shall have in new objects is inserted or set in "
                + "awakeFromInsert()")
    }
}
