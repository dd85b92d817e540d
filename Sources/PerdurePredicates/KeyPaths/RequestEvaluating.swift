// SPDX-License-Identifier: Apache-2.0
// Runs requests for FETCH expressions: contexts conform, so that evaluation need not know contexts.

/// Something that runs the request of a FETCH expression.
package protocol RequestEvaluating: AnyObject {
    /// Runs a request.
    ///
    /// - Parameters:
    ///   - request: the value of the expression's first part.
    ///   - countOnly: whether the number of results is wanted.
    /// - Returns: a list of results, or a number.
    /// - Throws: `CoreDataException` for a value that is no fetch request; what fetching reports.
    func evaluate(request: Any?, countOnly: Bool) throws -> Any?
}
