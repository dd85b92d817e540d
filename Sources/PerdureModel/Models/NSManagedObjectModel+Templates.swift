// SPDX-License-Identifier: Apache-2.0
// Fetch request templates: requests kept in the model, with variables. Part of NSManagedObjectModel.swift.

import Foundation
import PerdureBase
import PerdurePredicates

extension NSManagedObjectModel {
    /// The templates by name.
    public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
        facts.templates
    }

    /// The template with a name; the template cannot be changed once the model is in use.
    public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        facts.templates[name]
    }

    /// Keeps a request as a template.
    ///
    /// - Parameters:
    ///   - fetchRequestTemplate: The request; its predicate may have variables. nil removes the template.
    ///   - name: The template's name.
    public func setFetchRequestTemplate(
        _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        facts.templates[name] = fetchRequestTemplate
    }

    /// Keeps a request of any type as a template.
    ///
    /// ## Compatibility
    /// An addition, because a request cannot be cast to `NSFetchRequest<NSFetchRequestResult>` on Linux.
    ///
    /// - Parameters:
    ///   - fetchRequestTemplate: The request, which the model shares; its predicate may have variables.
    ///   - name: The template's name.
    public func setFetchRequestTemplate<Result: NSFetchRequestResult>(
        _ fetchRequestTemplate: NSFetchRequest<Result>, forName name: String
    ) {
        facts.templates[name] = fetchRequestTemplate.erased()
    }

    /// A copy of a template with its variables replaced.
    ///
    /// The process stops when a variable has no value; `fetchRequest(fromTemplate:substitutionVariables:)` throws instead.
    ///
    /// - Parameters:
    ///   - name: The template's name.
    ///   - variables: A value for each variable, by its name without "$"; NSNull for nil. Values for unknown variables are
    ///     ignored.
    /// - Returns: The request, or nil when there is no such template.
    public func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        do {
            return try fetchRequest(fromTemplate: name, substitutionVariables: variables)
        } catch let exception as CoreDataException {
            exception.stop()
        } catch {
            CoreDataException.invalidArgument("\(error)").stop()
        }
    }

    /// A copy of a template with its variables replaced, for names and values that come from outside the program.
    ///
    /// - Parameters:
    ///   - name: The template's name.
    ///   - variables: A value for each variable, by its name without "$"; NSNull for nil. Values for unknown variables are
    ///     ignored.
    /// - Returns: The request, or nil when there is no such template.
    /// - Throws: `CoreDataException` when a variable has no value.
    public func fetchRequest(
        fromTemplate name: String, substitutionVariables variables: [String: Any]
    ) throws -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let template = facts.templates[name] else { return nil }
        // The copy of a request is a request.
        let request = template.copy() as! NSFetchRequest<any NSFetchRequestResult>
        request.predicate = try substituted(template.predicate, variables, template: name)
        request.havingPredicate = try substituted(template.havingPredicate, variables, template: name)
        return request
    }

    private func substituted(
        _ predicate: NSPredicate?, _ variables: [String: Any], template: String
    ) throws -> NSPredicate? {
        guard let predicate else { return nil }
        let node = predicate.node
        if let missing = node.freeVariables.sorted().first(where: { variables[$0] == nil }) {
            throw ErrorMessages.missingVariable(missing, template: template)
        }
        let bindings = variables.mapValues { ExpressionNode.constant(ConstantValue($0)) }
        return NSPredicate.predicate(of: node.substituting(bindings))
    }
}
