import { isPending, scanRules, settleRules } from '../records/scan.ts';
import type { MeasuredScan } from '../store/scan-rows.ts';

/**
 * The version of the rules that found the names in a scan's answers. Null without answers, or if all were imported with
 * their mentions.
 */
export function toRulesVersion({
  answers,
  rules = scanRules.current,
}: Pick<MeasuredScan, 'answers' | 'rules'>): number | null {
  // Pending scans were measured by the same rules as those that cannot be measured again.
  const version = isPending(rules) ? settleRules(rules, false) : rules;
  return answers === 0 || version === scanRules.none ? null : version;
}
