// SPDX-License-Identifier: Apache-2.0
// The problems of a property's declaration, for all kinds of property. Part of Problem.swift.

extension Problem {
    static func letProperty(_ name: String) -> Problem {
        Problem(
            id: "letProperty",
            message:
                "property '\(name)' is a 'let': its value comes from the store; make it a 'var', or mark it "
                + "with @Ignored")
    }

    static func missingType(_ name: String) -> Problem {
        Problem(
            id: "missingType",
            message:
                "property '\(name)' needs a type annotation: its type cannot be read from its initial value")
    }

    static func severalBindings(_ name: String) -> Problem {
        Problem(
            id: "severalBindings",
            message: "declare property '\(name)' with a 'var' of its own")
    }

    static let patternBinding = Problem(
        id: "patternBinding", message: "properties of a managed object cannot be declared as a tuple")

    static func lazyProperty(_ name: String) -> Problem {
        Problem(
            id: "lazyProperty",
            message:
                "property '\(name)' is lazy: a property of the model cannot be; mark it with @Ignored to keep "
                + "it outside the model")
    }

    static func referenceProperty(_ name: String, _ modifier: String) -> Problem {
        Problem(
            id: "referenceProperty",
            message: "property '\(name)' is \(modifier): contexts decide how long objects live; remove "
                + "'\(modifier)', or mark the property with @Ignored")
    }

    static func observedProperty(_ name: String, _ observer: String) -> Problem {
        Problem(
            id: "observedProperty",
            message:
                "property '\(name)' cannot have '\(observer)': write accessors for it with @Attribute and "
                + "primitive\(name.capitalizedName), or override didChangeValue(forKey:)")
    }

    static func wrappedProperty(_ name: String, _ attribute: String) -> Problem {
        Problem(
            id: "wrappedProperty",
            message:
                "property '\(name)' of the model cannot have '@\(attribute)'; mark it with @Ignored to keep it "
                + "outside the model")
    }

    static func reservedName(_ name: String) -> Problem {
        Problem(
            id: "reservedName",
            message:
                "a property of the model cannot be named '\(name)': every managed object has a member of that "
                + "name; choose another")
    }

    static func managedProperty(_ name: String) -> Problem {
        Problem(
            id: "managedProperty",
            message: "@ManagedObject writes the accessors of '\(name)': remove '@NSManaged'")
    }

    static func overridingProperty(_ name: String) -> Problem {
        Problem(
            id: "overridingProperty",
            message:
                "property '\(name)' is one of the superclass's entity: override its accessors without a marker, "
                + "or choose another name")
    }

    static func conflictingKinds(_ name: String, _ first: String, _ second: String) -> Problem {
        Problem(
            id: "conflictingKinds",
            message: "property '\(name)' cannot be both @\(first) and @\(second)")
    }

    static func ignoredKind(_ name: String, _ other: String, _ outside: String) -> Problem {
        Problem(
            id: "ignoredKind",
            message:
                "property '\(name)' is outside the model because of @\(outside): @\(other) has no effect on it"
        )
    }

    static func staticProperty(_ name: String, _ marker: String) -> Problem {
        Problem(
            id: "staticProperty",
            message: "'\(name)' belongs to the class, not to its objects: @\(marker) has no effect on it")
    }

    static func misplacedMarker(_ marker: String) -> Problem {
        Problem(
            id: "misplacedMarker",
            message: "@\(marker) has a meaning only on a property of a @ManagedObject class")
    }

    static func unsupportedType(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "unsupportedType",
            message:
                "property '\(name)' has the type '\(type)', which cannot be stored; mark it with @Transient or "
                + "@Ignored, or use a type that can be encoded")
    }

    static func numberWithoutType(_ name: String) -> Problem {
        Problem(
            id: "numberWithoutType",
            message: "property '\(name)' of type NSNumber needs its type in the model: "
                + "@Attribute(type: .integer64AttributeType)")
    }

    static func needsOptionalOrDefault(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "needsOptionalOrDefault",
            message:
                "property '\(name)' needs an initial value or an optional type, because '\(type)' has no value "
                + "for an attribute that holds nil")
    }
}

extension String {
    /// The name as it follows a verb: `addToReviews`.
    var capitalizedName: String { prefix(1).uppercased() + dropFirst() }
}
