// SPDX-License-Identifier: Apache-2.0
// Lets a program's test ask whether its fetches can run, before any store is there: a predicate that compiles need not have a
// form in a store.

import Foundation
import Perdure
import SwiftDataPredicates

extension Schema {
    /// What the fetches of a program would be refused for.
    ///
    /// A test gives all its descriptors, and expects nothing back:
    ///
    /// ```swift
    /// let schema = Schema([Author.self, Book.self])
    /// #expect(schema.problems(in: Book.newest, Book.written(by: "Ada"), Author.busy).isEmpty)
    /// ```
    ///
    /// Costs no access to a store.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter descriptors: The fetches. Problems name them by place and class, such as "fetch 2 of Book".
    /// - Returns: One problem at most for each predicate, sort descriptor and key path.
    public func problems<each T: PersistentModel>(
        in descriptors: repeat FetchDescriptor<each T>
    ) -> [FetchProblem] {
        var problems: [FetchProblem] = []
        var number = 0
        func add<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) {
            number += 1
            problems += self.problems(of: "fetch \(number) of \(Model.self)", in: descriptor)
        }
        repeat add(each descriptors)
        return problems
    }

    /// What one fetch would be refused for.
    ///
    /// Costs no access to a store.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - name: A name of the fetch for its problems.
    ///   - descriptor: The fetch.
    /// - Returns: One problem at most for the predicate, for each sort descriptor and for each key path.
    public func problems<T: PersistentModel>(
        of name: String, in descriptor: FetchDescriptor<T>
    ) -> [FetchProblem] {
        let checker = FetchChecker(SharedModels.model(of: self), naming: ModelNames(self))
        return checker.problems(
            of: name, descriptor.predicate, order: descriptor.sortBy,
            keyPaths: descriptor.propertiesToFetch + descriptor.relationshipKeyPathsForPrefetching)
    }
}
