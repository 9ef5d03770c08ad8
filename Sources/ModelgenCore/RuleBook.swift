import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning

/// Every rule of the tool, for `modelgen explain`.
package let ruleBook = RuleBook(
    RuleCatalogue.all + LockRules.all + HistoryRules.all + TableRules.all + VerificationRules.all
        + PlanningRule.all.map {
            RuleEntry(id: $0.id, summary: $0.summary, explanation: $0.explanation, bad: "", good: "")
        })
