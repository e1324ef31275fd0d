package import Foundation

/// What would be done, before anything is.
package struct SetupPlan: Sendable {
    /// What the files' changes amount to.
    package enum Action: String, Sendable {
        /// The extension is added.
        case add
        /// Our extension is made anew.
        case update
        /// Another one's extension gets what ours needs.
        case adopt
        /// What was added is taken away.
        case remove
        /// Nothing has to be done.
        case nothing
    }

    /// Something that a person should know.
    package struct Note: Sendable, Equatable {
        /// A stable name for it.
        package let code: String
        /// What was seen and what to do.
        package let text: String
    }

    /// What happens.
    package var action: Action
    /// The project.
    package let project: URL
    /// The app's target.
    package let app: String
    /// The extension's target.
    package let target: String
    /// The extension's bundle id by configuration, with variables filled in that are known.
    package var bundleIDs: [String: String] = [:]
    /// The files that change, the project last.
    package var changes: [FileChange] = []
    /// What a person should know.
    package var notes: [Note] = []

    mutating func note(_ code: String, _ text: String) {
        let note = Note(code: code, text: text)
        if !notes.contains(note) { notes.append(note) }
    }
}
