#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import AVFAudio
    import CallKit
    import Foundation
    import Tidings
    import TidingsCore
    import TidingsNotifications
    import Timekeeping

    extension CallDesk: CXProviderDelegate {
        nonisolated func providerDidReset(_ provider: CXProvider) {
            MainActor.assumeIsolated {
                for current in book.calls { finish(current.call.id, .connectionLost, telling: .end, byPerson: true) }
            }
        }

        nonisolated func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
            let action = Carried(action)
            MainActor.assumeIsolated { answer(action) }
        }

        nonisolated func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
            let action = Carried(action)
            MainActor.assumeIsolated {
                let id = action.object.callUUID
                let isRinging = book[id]?.phase == .ringing
                finish(id, isRinging ? .declined : .completed, telling: isRinging ? .decline : .end, byPerson: true)
                // Whatever the server says: the person is done with the call. It is told as soon as it can be.
                action.object.fulfill()
            }
        }

        nonisolated func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
            let action = Carried(action)
            MainActor.assumeIsolated {
                perform(action.object) { $0.setHeld(action.object.isOnHold) }
            }
        }

        nonisolated func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
            let action = Carried(action)
            MainActor.assumeIsolated {
                perform(action.object) { $0.setMuted(action.object.isMuted) }
            }
        }

        nonisolated func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
            let action = Carried(action)
            MainActor.assumeIsolated {
                perform(action.object) { $0.play(tones: action.object.digits) }
            }
        }

        nonisolated func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
            let action = Carried(action)
            MainActor.assumeIsolated {
                guard let answer = action.object as? CXAnswerCallAction else { return }
                finish(answer.callUUID, .timedOut, telling: .end, byPerson: true)
            }
        }

        nonisolated func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
            MainActor.assumeIsolated {
                hasAudio = true
                for media in media.values { media.audioDidActivate() }
            }
        }

        nonisolated func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
            MainActor.assumeIsolated {
                hasAudio = false
                for media in media.values { media.audioDidDeactivate() }
            }
        }

        private func perform(_ action: CXCallAction, _ body: (any CallMedia) -> Void) {
            guard let media = media[action.callUUID] else { return action.fail() }
            body(media)
            action.fulfill()
        }

        // MARK: Answering

        /// How long before the system gives up on an action the client does.
        private static let margin = Duration.seconds(1)

        /// Keeps the answer until somebody is authenticated, the server has taken it and the media are ready; then it is
        /// fulfilled, otherwise failed.
        private func answer(_ action: Carried<CXAnswerCallAction>) {
            let id = action.object.callUUID
            guard let call = book[id]?.call, book.answer(id) else { return action.object.fail() }
            stopTimer(id)
            let left = Duration.seconds(action.object.timeoutDate.timeIntervalSince(time.now)) - Self.margin
            let limit = min(configuration.connectTimeout, max(left, .zero))
            let time = time
            connecting[id] = ProcessWork.start { [self] in
                let end =
                    await TimeLimit.wait(until: time.uptime + limit, time: time) {
                        await self.connect(call, within: limit)
                    } ?? .timedOut
                await settle(action, call, end)
            }
        }

        /// Accepts at the server and connects the media; how it ended if it came to nothing, otherwise `none`.
        private func connect(_ call: IncomingCall, within limit: Duration) async -> CallEnd {
            // Longer than whoever waits for this: it is them who say that it took too long.
            guard let install = await Tidings.client?.authenticatedInstall(within: limit + limit) else {
                return .acceptFailed
            }
            // Given up meanwhile: the person must not be connected behind their back.
            guard book[call.id]?.phase == .connecting else { return .none }
            do throws(APIFailure) {
                _ = try await install.tell(.accept, call: call.id.uuidString.lowercased())
            } catch {
                log(.warning, "A call could not be answered", ("reason", error.summary))
                switch error {
                case .rejected(409, _): return .otherDeviceAccepted
                case .rejected(410, _): return .canceled
                default: return .acceptFailed
                }
            }
            guard book[call.id]?.phase == .connecting else { return .none }
            let media = makeMedia(call)
            self.media[call.id] = media
            do {
                try await media.connect()
                return .none
            } catch {
                log(.warning, "The media of a call could not be connected", ("error", "\(type(of: error))"))
                return .connectionLost
            }
        }

        private func settle(_ action: Carried<CXAnswerCallAction>, _ call: IncomingCall, _ end: CallEnd) {
            if end == .none, book.connect(call.id) {
                connecting[call.id] = nil
                action.object.fulfill()
                if hasAudio { media[call.id]?.audioDidActivate() }
                return tell { $0.callDidConnect(call) }
            }
            action.object.fail()
            // One that ended meanwhile has been told of already.
            let isOurs = end == .acceptFailed || end == .connectionLost || end == .timedOut
            finish(call.id, end == .none ? .canceled : end, telling: isOurs ? .end : nil)
        }
    }
#endif
