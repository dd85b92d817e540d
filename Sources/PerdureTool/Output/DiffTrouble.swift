// SPDX-License-Identifier: Apache-2.0
// Exit codes of commands that compare: scripts treat them as they treat diff, for which 1 means different and 2 trouble.

enum DiffTrouble {
    /// Runs a comparison, and ends any failure with 2.
    static func code(_ body: () throws -> ExitCode) throws -> ExitCode {
        do { return try body() } catch let error as ToolError {
            throw ToolError(error.message, .usage)
        } catch let error as UsageError { throw error } catch let error as BrokenPipe { throw error } catch {
            throw ToolError(ErrorText.describe(error), .usage)
        }
    }
}
