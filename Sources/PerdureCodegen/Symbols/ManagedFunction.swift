// SPDX-License-Identifier: Apache-2.0
// Recognizes the methods that @NSManaged can declare: addToItems and the other methods of a to-many relationship, for one
// object or several, ordered or not.

/// The operation of a managed method, recognized by its name, labels and parameter types.
struct ManagedFunction {
    enum Operation: String {
        case add, remove, insert, replace
    }

    let operation: Operation
    /// The relationship's name as it stands in the method's name: "Items".
    let capitalizedName: String
    private let parameters: [(name: String, type: ResolvedType, syntax: TypeSyntax)]
    private let labels: [String?]

    private static let forms: [(prefix: String, suffix: String, operation: Operation)] = [
        ("addTo", "", .add), ("removeFrom", "", .remove), ("insertInto", "", .insert),
        ("replace", "", .replace),
        ("add", "Object", .add), ("remove", "Object", .remove), ("add", "", .add), ("remove", "", .remove),
    ]

    /// Recognizes a method; nil for any other method.
    init?(_ function: SourceFunction, types: [ResolvedType]) {
        guard !types.contains(where: \.isOptional), function.result == nil, !function.isGeneric,
            !function.isAsync, !function.canThrow,
            let form = Self.forms.first(where: { form in
                let name = function.name.dropFirst(form.prefix.count).dropLast(form.suffix.count)
                return function.name.hasPrefix(form.prefix) && function.name.hasSuffix(form.suffix)
                    && name.first?.isUppercase == true
            })
        else { return nil }
        operation = form.operation
        capitalizedName = String(function.name.dropFirst(form.prefix.count).dropLast(form.suffix.count))
        labels = function.parameters.map(\.label)
        parameters = zip(function.parameters, types).enumerated().map { index, parameter in
            ("value\(index)", parameter.1, TypeParser.parse(parameter.0.type))
        }
        let expected: [[String?]] =
            switch operation {
            case .add: [[nil]]
            case .remove: [[nil], ["at"]]
            case .insert: [[nil, "at"]]
            case .replace: [["at", "with"]]
            }
        guard expected.contains(labels) else { return nil }
    }

    /// The parameters as the supplied method declares them.
    var signature: String {
        zip(labels, parameters).map { "\($0 ?? "_") \($1.name): \($1.syntax.text)" }.joined(separator: ", ")
    }

    /// The names that the relationship may have: "items", "Items".
    var candidates: [String] {
        [capitalizedName.prefix(1).lowercased() + capitalizedName.dropFirst(), capitalizedName]
    }

    /// Whether the method exists only for an ordered relationship.
    var isOrdered: Bool {
        operation == .insert || operation == .replace || labels == ["at"]
            || parameters.contains { $0.type.unwrapped.commonName == "NSOrderedSet" }
    }

    /// The body of the method, which uses a slot.
    func body(slot: Int, _ types: TypeNames) -> String {
        switch operation {
        case .add: "_add(\(collection(0)), at: \(slot))"
        case .remove where labels == ["at"]: "_removeMembers(at: \(indexes(0, types)), slot: \(slot))"
        case .remove: "_remove(\(collection(0)), at: \(slot))"
        case .insert: "_insert(\(list(0)), at: \(indexes(1, types)), slot: \(slot))"
        case .replace: "_replaceMembers(at: \(indexes(0, types)), with: \(list(1)), slot: \(slot))"
        }
    }

    /// The body of the method, which uses the relationship's mutable collection.
    func body(key: String, isOrdered: Bool, _ types: TypeNames) -> String {
        let literal = SwiftName.literal(key)
        let members =
            isOrdered ? "mutableOrderedSetValue(forKey: \(literal))" : "mutableSetValue(forKey: \(literal))"
        let element = "let members = \(members)\nfor member in \(list(0)) "
        return switch operation {
        case .add: element + "{ members.add(member) }"
        case .remove where labels == ["at"]: "\(members).removeObjects(at: \(indexes(0, types)))"
        case .remove: element + "{ members.remove(member) }"
        case .insert: "\(members).insert(\(list(0)), at: \(indexes(1, types)))"
        case .replace: "\(members).replaceObjects(at: \(indexes(0, types)), with: \(list(1)))"
        }
    }

    private func isCollection(_ index: Int) -> Bool {
        guard case .nominal(let nominal, let arguments) = parameters[index].type.unwrapped else {
            return false
        }
        return nominal.module == "Swift" && !arguments.isEmpty
            || ["NSSet", "NSOrderedSet", "NSArray"].contains(parameters[index].type.commonName)
    }

    /// The argument of the entry points for adding and removing.
    private func collection(_ index: Int) -> String {
        let name = parameters[index].name
        switch parameters[index].type.commonName {
        case "NSSet", "NSOrderedSet": return name
        default: return isCollection(index) ? "Array(\(name))" : "[\(name)]"
        }
    }

    private func list(_ index: Int) -> String {
        let name = parameters[index].name
        switch parameters[index].type.commonName {
        case "NSSet": return "\(name).allObjects"
        case "NSOrderedSet": return "\(name).array"
        default: return isCollection(index) ? "Array(\(name))" : "[\(name)]"
        }
    }

    private func indexes(_ index: Int, _ types: TypeNames) -> String {
        let name = parameters[index].name
        let set = types.foundation("IndexSet")
        switch parameters[index].type.commonName {
        case "NSIndexSet": return "\(set)(\(name))"
        case "IndexSet": return name
        default: return "\(set)(integer: \(name))"
        }
    }
}
