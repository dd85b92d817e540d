// SPDX-License-Identifier: Apache-2.0
// Lists the classes of the process. The compiler writes a record of each type into a section of the binary, and the runtime
// looks types up by name there. This file is C, because it reads memory by layouts that it declares itself. The layouts are
// part of the interface between compiled code and the runtime: swift-testing finds its tests in the same way.
#include "runtime.h"
#include <stddef.h>
#include <stdint.h>

// Where a section lies in memory.
struct section {
    uintptr_t start;
    size_t length;
};

// What the runtime keeps of an image: its sections in a fixed order, of which the third is needed here.
struct image {
    uintptr_t version;
    const void *base;
    void *unused[2];
    struct section protocols, conformances, types;
};

// Calls a function for each image until it returns false; the runtime holds a lock meanwhile.
extern void swift_enumerateAllMetadataSections(
    bool (*body)(const void *image, void *context), void *context);

// The beginning of what describes a type. Numbers of places are distances from themselves.
struct declaration {
    uint32_t flags;
    int32_t parent;
    int32_t name;
    int32_t accessor;
};

enum { kind_mask = 0x1f, kind_module = 0, kind_class = 16, kind_first_type = 16, is_generic = 0x80 };

static const void *place(const int32_t *distance) {
    return *distance == 0 ? NULL : (const char *)distance + *distance;
}

// As `place`, for a distance whose lowest bit tells that it leads to an address and not to the thing itself. The result is
// null for other bits, which this file does not know.
static const void *indirect_place(const int32_t *distance) {
    int32_t bits = *distance & 3;
    if (bits > 1 || *distance == 0) return NULL;
    const char *address = (const char *)distance + (*distance - bits);
    return bits == 1 ? *(const void *const *)address : address;
}

struct visit {
    perdure_class_visitor visitor;
    void *context;
};

static bool visit_image(const void *raw, void *context) {
    const struct image *image = raw;
    const struct visit *visit = context;
    const int32_t *records = (const int32_t *)image->types.start;
    for (size_t i = 0; i < image->types.length / sizeof(int32_t); i++) {
        const struct declaration *declaration = indirect_place(&records[i]);
        if (!declaration || (declaration->flags & kind_mask) != kind_class || declaration->flags & is_generic)
            continue;
        visit->visitor(declaration, visit->context);
    }
    return true;
}

static bool add_length(const void *raw, void *context) {
    *(size_t *)context += ((const struct image *)raw)->types.length;
    return true;
}

size_t perdure_length_of_types(void) {
    size_t length = 0;
    swift_enumerateAllMetadataSections(add_length, &length);
    return length;
}

void perdure_visit_classes(perdure_class_visitor visitor, void *context) {
    struct visit visit = {visitor, context};
    swift_enumerateAllMetadataSections(visit_image, &visit);
}

const char *perdure_name_of(const void *raw) {
    const struct declaration *declaration = raw;
    uint32_t kind = declaration->flags & kind_mask;
    return kind == kind_module || kind >= kind_first_type ? place(&declaration->name) : NULL;
}

bool perdure_is_module(const void *raw) {
    return (((const struct declaration *)raw)->flags & kind_mask) == kind_module;
}

const void *perdure_surrounding_of(const void *raw) {
    return indirect_place(&((const struct declaration *)raw)->parent);
}

// The answer of a type's accessor, which asks the runtime for the class. The runtime makes the class at the first question.
struct response {
    const void *metadata;
    size_t state;
};
typedef __attribute__((swiftcall)) struct response (*accessor)(size_t request);

const void *perdure_class_of(const void *raw) {
    accessor accessor_of_class = (accessor)(uintptr_t)place(&((const struct declaration *)raw)->accessor);
    return accessor_of_class ? accessor_of_class(0).metadata : NULL;
}
