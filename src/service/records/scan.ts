import * as v from 'valibot';
import { scanStatuses } from '../../contract/enums.ts';
import { describeRecord, instant, optionalInstant, removed, uuid } from './description.ts';
import { id, oneOf } from './given-fields.ts';

/** Which rules found the names in a scan's answers. A scan with a number that is not listed here is pending too. */
export const scanRules = {
  /** The first ones, at least partly; the scan has yet to be measured again. */
  pending: 0,
  /** The second ones; the scan has yet to be measured again. */
  pendingSecond: 2,
  /** Partly the first ones: answers whose texts are not stored keep the mentions that those rules found. */
  partlyFirst: 3,
  /** As `partlyFirst`, but no answer keeps mentions of older rules than the second ones. */
  partlySecond: 4,
  current: 5,
  /** None: every answer was imported with its mentions, since the rules last changed. */
  none: 254,
  /** As `none`, since earlier rules: places and later brands have yet to be measured again. */
  pendingNone: 255,
} as const;

/** The rules of scans that need not be measured again. */
export const settledRules: readonly number[] = [
  scanRules.partlyFirst,
  scanRules.partlySecond,
  scanRules.current,
  scanRules.none,
];

/** Whether a scan has yet to be measured by the current rules. @param rules absent for the current ones. */
export const isPending = (rules: number = scanRules.current): boolean =>
  !settledRules.includes(rules);

/** The rules of a pending scan once it is measured again. @param hasTexts whether the texts of all its answers are stored. */
export function settleRules(rules: number, hasTexts: boolean): number {
  if (rules === scanRules.pendingNone) return scanRules.none;
  if (hasTexts) return scanRules.current;
  return rules === scanRules.pendingSecond ? scanRules.partlySecond : scanRules.partlyFirst;
}

export const scan = describeRecord('scan', 'siteId', {
  id: { ...uuid, given: id, since: 1 },
  siteId: { ...uuid, given: id, since: 1 },
  /** Stands for its ID in the rows of answers. */
  number: { type: 'UInt32', since: 1 },
  /** See `scanDayOf`. */
  day: { type: 'Date', since: 1 },
  status: {
    given: oneOf(scanStatuses),
    type: 'LowCardinality(String)',
    since: 1,
    stored: v.picklist(scanStatuses),
  },
  createdAt: { ...instant, since: 1 },
  startedAt: { ...optionalInstant, since: 1 },
  completedAt: { ...optionalInstant, since: 1 },
  updatedAt: { ...instant, given: optionalInstant.given, since: 1 },
  /** The import that has the scan's rows in `texts`; 0 if it is the row's own. */
  textsImport: { type: 'UInt64', since: 5 },
  /** One of `scanRules`; absent for the current ones. */
  rules: {
    type: 'UInt8',
    since: 7,
    stored: v.optional(v.number()),
    toColumn: (rules: number | undefined) => rules ?? scanRules.current,
  },
  removed,
});
