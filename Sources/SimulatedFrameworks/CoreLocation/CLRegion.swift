/// Degrees north or south of the equator, east or west of Greenwich.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double

/// A point on the map.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich.
    public var longitude: CLLocationDegrees

    /// The point at zero.
    public init() {
        latitude = 0
        longitude = 0
    }

    /// Takes a point.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place that a device enters and leaves.
open class CLRegion: NSObject {
    /// Names the place.
    open private(set) var identifier: String
    /// Whether entering it counts.
    open var notifyOnEntry = true
    /// Whether leaving it counts.
    open var notifyOnExit = true

    init(identifier: String) { self.identifier = identifier }
}

/// A circle on the map.
open class CLCircularRegion: CLRegion {
    /// Its middle.
    open private(set) var center: CLLocationCoordinate2D
    /// From the middle to the edge, in metres.
    open private(set) var radius: CLLocationDistance

    /// Describes a circle.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Whether a point lies in the circle.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        let radians = Double.pi / 180
        let north = (coordinate.latitude - center.latitude) * radians
        let east = (coordinate.longitude - center.longitude) * radians
        let half =
            sin(north / 2) * sin(north / 2) + cos(center.latitude * radians) * cos(coordinate.latitude * radians)
            * sin(east / 2) * sin(east / 2)
        return 2 * 6_371_000 * asin(min(1, half.squareRoot())) <= radius
    }
}
