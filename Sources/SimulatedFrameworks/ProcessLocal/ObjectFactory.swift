internal import CSwiftRuntime
package import Foundation

/// Makes an object of a class that is only known at run time, as Apple's frameworks do with delegates.
package func makeObject<Object: NSObject>(of type: Object.Type) -> Object {
    let metatype = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard let object = tidings_new_object(metatype) else {
        preconditionFailure("The Swift runtime made no object of \(type).")
    }
    return Unmanaged<Object>.fromOpaque(object).takeRetainedValue()
}
