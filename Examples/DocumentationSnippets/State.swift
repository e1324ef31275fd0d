import Combine
import Tidings
import TidingsCore

func followRegistration() async {
    // snippet: sequence
    for await state in Tidings.registrations() where state.isRegistered {
        print("\(state.subscriber.id) gets pushes here")
    }
    // end
}

// snippet: publisher
@MainActor
final class PermissionWatch {
    private var subscriptions: Set<AnyCancellable> = []

    func begin() {
        Tidings.permissionPublisher.sink { permission in
            print("The permission is \(permission.rawValue) now")
        }.store(in: &subscriptions)
    }
}
// end
