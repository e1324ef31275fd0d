#pragma once

// Apple's frameworks make an app's delegate from its class alone. Foundation on Linux declares NSObject's initialiser
// without `required`, so Swift refuses `type.init()`, though every class has the entry in its method table. This looks
// the entry up as the Swift runtime does for `super.init()` and calls it; it may go once the initialiser is `required`.

extern const char tidings_nsobject_init __asm__("$s10Foundation8NSObjectCACycfCTq");
extern const char tidings_nsobject_class __asm__("$s10Foundation8NSObjectCMn");
extern void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *declaringClass);

typedef void *(*tidings_allocating_init)(__attribute__((swift_context)) const void *metatype) __attribute__((swiftcall));

// Returns a new object of a subclass of NSObject, with one reference that the caller owns.
static inline void *tidings_new_object(const void *metatype) {
    tidings_allocating_init init =
        (tidings_allocating_init)swift_lookUpClassMethod(metatype, &tidings_nsobject_init, &tidings_nsobject_class);
    return init(metatype);
}
