import Locking
import PushModel
import TestSupport
import Testing

@testable import APNs

/// The pushes of one call and their results.
struct PushBatchTests {
    @Test(.rows("B33"))
    func `a row of good topics lets no bad one pass, of this type or another`() {
        let results = Locked<[PushResult]?>(nil)
        let pushes = [
            PushRequest.sample(), .sample(topic: "com.example app"), .sample(),
            .sample(type: .voip), .sample(topic: "com.example.app.voip", type: .voip), .sample(type: .mdm), .sample(),
        ]
        let batch = PushBatch(pushes, deadline: .zero, authentication: .token) { all in
            results.withLock { $0 = all }
        }
        #expect(batch.openCount == 4)
        #expect(batch.waitingCount == 4)
        var taken: [Int] = []
        while let index = batch.takeNext() {
            taken.append(index)
            batch.finish(index, .accepted(apnsID: pushes[index].id, uniqueID: nil))
            batch.finish(index, .notProcessed(APNsError(.closed, detail: "the first result counts")))
        }
        #expect(taken == [0, 2, 4, 6])
        let reasons = results.withLock { $0 }?.map { $0.isAccepted ? nil : $0.rejection?.reason }
        #expect(reasons == [nil, .badTopic, nil, .badTopic, nil, .invalidPushType, nil])
    }
}
