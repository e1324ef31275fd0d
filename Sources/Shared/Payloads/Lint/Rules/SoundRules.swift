import PushModel

extension LintRule {
    static let soundFormat = LintRule(
        "sound_format", .error, "The sound is a file that iOS does not play for notifications.",
        why: "iOS plays aiff, wav and caf files; for others it plays the usual sound.",
        source: RuleSource.sound, failing: #"{"aps":{"alert":"Hi","sound":"ding.mp3"}}"#,
        passing: #"{"aps":{"alert":"Hi","sound":"ding.caf"}}"#)
    static let soundName = LintRule(
        "sound_name", .warning, "The sound is no file name as iOS looks for it.",
        why:
            "iOS looks for the file, extension included, in the app's bundle and in Library/Sounds, not in folders below.",
        source: RuleSource.sound, failing: #"{"aps":{"alert":"Hi","sound":"media/kick.wav"}}"#,
        passing: #"{"aps":{"alert":"Hi","sound":"kick.wav"}}"#)
    static let soundTooLong = LintRule(
        "sound_too_long", .error, "The sound is longer than 30 seconds.",
        why: "iOS plays the usual sound in its place.",
        source: RuleSource.sound, failing: #"{"aps":{"alert":"Hi","sound":"long.wav"}}"#,
        passing: #"{"aps":{"alert":"Hi","sound":"short.wav"}}"#)
    static let soundMissing = LintRule(
        "sound_missing", .error, "The app has no sound file of this name.",
        why: "iOS plays the usual sound in its place.",
        source: RuleSource.sound, failing: #"{"aps":{"alert":"Hi","sound":"none.wav"}}"#,
        passing: #"{"aps":{"alert":"Hi","sound":"short.wav"}}"#)

    static let soundRules = [soundFormat, soundName, soundTooLong, soundMissing]
}

extension LintRun {
    mutating func checkSounds() {
        let options = payload[NotifyKitOptions.key].flatMap(Conversion.object)
        let places = [
            (aps?["sound"], "aps.sound"), (aps?["sound"]?["name"], "aps.sound.name"),
            (alert?["sound"], "aps.alert.sound"), (alert?["sound"]?["name"], "aps.alert.sound.name"),
            (options?["ios"]?["sound"], "notifee_options.ios.sound"),
        ]
        var seen: Set<Range<Int>> = []
        for (node, path) in places {
            guard let node, let name = node.string,
                seen.insert(node.origin?.range ?? 0..<0).inserted || node.origin == nil
            else { continue }
            checkSound(name, spot(node, path))
        }
    }

    private mutating func checkSound(_ name: String, _ place: Spot) {
        guard name != "default" else { return }
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let type = file.contains(".") ? file.split(separator: ".").last.map { $0.lowercased() } : nil
        guard let type, !file.hasPrefix(".") else {
            report(
                .soundName, name.isEmpty ? "The name is empty." : "The name has no extension.", at: place,
                fix: "Write the whole name of the file, such as ding.caf, or default.")
            return
        }
        guard ["aiff", "aif", "wav", "caf"].contains(type) else {
            report(
                .soundFormat, "The sound is a file of type \(type.shown).", at: place,
                fix: "Convert it: afconvert ding.mp3 ding.caf -d ima4 -f caff -v")
            return
        }
        if name.contains("/") {
            report(
                .soundName, "The name has a folder.", at: place,
                fix: "Write \(file), and keep it at the top of the bundle.")
        }
        guard let soundFile = settings.soundFile else { return }
        guard let bytes = soundFile(name) else {
            report(
                .soundMissing, "There is no file \(name.shown).", at: place,
                fix: "Add it to the app, or correct the name.")
            return
        }
        if let seconds = SoundLength.seconds(of: bytes), seconds > 30 {
            report(
                .soundTooLong, "The sound takes \(Int(seconds.rounded(.up))) seconds.", at: place,
                fix: "Cut it to 30 seconds.")
        }
    }
}
