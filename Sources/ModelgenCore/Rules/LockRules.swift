import ModelgenDiagnostics

/// The rules about what was released, for `modelgen explain`.
enum LockRules {
    static let all: [RuleEntry] = [
        RuleEntry(
            id: "released-version-changed", summary: "A released version stays what it was.",
            explanation: """
                Files of that version are on people's devices, and they will not pass its migration again. What \
                changed needs a step under a new version: `since` on what is new, `rename`, `drop`, `change` or \
                `was` for the rest. The message names the step. Where the version never left your machine, delete \
                its lines from the lock by taking the lock of the last real release from version control.
                """, bad: "", good: ""),
        RuleEntry(
            id: "released-version-missing", summary: "The schema is at least at the newest version in the lock.",
            explanation: """
                The lock says that a later version was released, so there are files of it. Raise `version` of the \
                database, and bring back the steps that belong to it.
                """, bad: "", good: ""),
        RuleEntry(
            id: "unreadable-lock", summary: "modelgen.lock is as `modelgen release` wrote it.",
            explanation: """
                A merge left a conflict in it, or somebody edited it: each version is closed by a hash of its lines. \
                Restore the lock from version control. Where two branches released the same version, keep the lock \
                of the one that shipped first, move the other's steps and `since` to the next version, and run \
                `modelgen release`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "version-not-pinned", summary: "Every version before the newest stands in the lock.",
            explanation: """
                A version that is not in the lock can be rewritten without anybody noticing. `modelgen release` pins \
                every version so far. It is a warning while one works (`generate`, the plugin) and an error before \
                one ships (`check`).
                """, bad: "", good: ""),
    ]
}
