import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenImporting
import ModelgenOpenAPI
import ModelgenParsing
import ModelgenPlanning
import ModelgenSchema
import ModelgenVerification

/// Every rule of the tool, for `modelgen explain`.
package let ruleBook = RuleBook(
    RuleCatalogue.all
        + findingRules + ImportRules.all + OpenAPIRules.all + waiverRules
        + [outOfDate, squashRule, unreadableLock, missingLock, invalidTemplate, unusablePath, unusableInput])

private let outOfDate = RuleEntry(
    id: "out-of-date",
    summary: "Checked-in code is what the models generate.",
    explanation: """
        `modelgen check --output` compares the files with what `generate` would write. Run `modelgen generate --prune`,
        which also deletes files whose model is gone.
        """)

private let unreadableLock = RuleEntry(
    id: "unreadable-lock",
    summary: "The lock is as `modelgen release` wrote it.",
    explanation: """
        `modelgen.lock` records what was released, one fact per line. It proves nothing if a line cannot be read, if it
        contains two sides of a merge, or if a version occurs twice. Take the lock of the branch that released first, and
        release again.
        """)

private let missingLock = RuleEntry(
    id: "missing-lock",
    summary: "The lock that the configuration declares exists.",
    explanation: """
        `modelgen release` pins released versions in `modelgen.lock`, and adds `lock: modelgen.lock` to `modelgen.yaml`.
        Without the lock, nothing ensures that released versions stay the same. Restore it from version control: a new
        one would pin those versions as they are now. If nothing was ever released, remove the key, or write the first
        lock with `modelgen release --lock PATH`.
        """)

private let invalidTemplate = RuleEntry(
    id: "invalid-template",
    summary: "A template is valid Mustache, and uses names that exist.",
    explanation: """
        A template in the folder given by `--templates` or `templates` replaces the built-in one of the same name. Mustache
        itself prints nothing for an unknown name, so the generated code would silently lack something; modelgen reports it
        as an error. `modelgen templates export` writes the built-in templates.
        """)

private let unusablePath = RuleEntry(
    id: "unusable-path",
    summary: "A file or folder in the configuration can be used.",
    explanation: """
        `inputs`, `output` and `templates` in `modelgen.yaml` are relative to the folder of that file. An input must exist,
        and the output must be a folder, or not exist yet.
        """)

/// For reports; on the terminal, such an error has no id.
let unusableInput = RuleEntry(
    id: "unusable-input",
    summary: "A command has what it needs.",
    explanation: """
        A file or folder given to the command does not exist, cannot be read or is not what the command expects, or an
        option is missing or does not fit the models. The message says which one.
        """)

/// The rules for what is found after parsing. Parsing and shaping share some ids: one finds the mistake at a line of a
/// file, the other only in an earlier version.
package let findingRules: [RuleEntry] =
    RuleEntry.ofPlanning + RuleEntry.ofHistory + RuleEntry.ofShapes + RuleEntry.ofMigrations
    + RuleEntry.ofVerification
    + DifferenceRule.all
