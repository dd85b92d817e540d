// SPDX-License-Identifier: Apache-2.0
// Whether the ported program must still build on Apple's systems.

/// What the changed sources have to build on.
public enum PortStyle: Sendable {
    /// Apple's code stays behind `#if canImport(ObjectiveC)` where one text cannot serve both.
    case both
    /// Only what Linux needs stays.
    case linuxOnly
}
