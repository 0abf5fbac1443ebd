import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import type { AnswerCriteria } from '../../api/sightline/answers.ts';

export const comparisonKinds = ['platforms', 'scans'] as const;
/** What an answer is compared with: other answers of its scan, or those of its platform and region in other scans. */
export type ComparisonKind = (typeof comparisonKinds)[number];

type ComparableAnswer = Pick<
  ListedAnswer,
  'id' | 'scanId' | 'promptId' | 'platform' | 'region' | 'run'
>;

/** The criteria for listing the answers that an answer can be compared with, all of them to the same prompt. */
export function comparableCriteriaOf(
  answer: ComparableAnswer,
  kind: ComparisonKind,
): AnswerCriteria {
  const { scanId, promptId, platform, region } = answer;
  const unrestricted = { mentions: [], mentionsNot: [], domain: [], citedPage: [], q: null };
  const toList = (value: string | null) => (value === null ? [] : [value]);
  return kind === 'platforms'
    ? { ...unrestricted, filters: { promptId: [promptId] }, scanId: scanId.toLowerCase() }
    : {
        ...unrestricted,
        filters: { promptId: [promptId], region: toList(region), platform: toList(platform) },
        scanId: null,
      };
}

/** The other answers of a scan, starting with those that differ only in platform. */
function selectAnswersInSameScan<A extends ComparableAnswer>(
  answer: ComparableAnswer,
  listed: readonly A[],
): A[] {
  const distanceOf = ({ platform, region, run }: ComparableAnswer) =>
    (region === answer.region ? 0 : 4) +
    (platform === answer.platform ? 2 : 0) +
    (run === answer.run ? 0 : 1);
  return listed
    .filter(({ id }) => id !== answer.id)
    .sort((one, other) => distanceOf(one) - distanceOf(other));
}

/** One answer per other scan: of the same run if there is one, otherwise the first listed. */
function selectAnswersOverTime<A extends ComparableAnswer>(
  answer: ComparableAnswer,
  listed: readonly A[],
): A[] {
  // Filtering by a country also lists the answers of its areas.
  const sameRegionAnswers = listed.filter(
    ({ region, scanId }) => region === answer.region && scanId !== answer.scanId,
  );
  return [...Map.groupBy(sameRegionAnswers, ({ scanId }) => scanId).values()].flatMap((runs) => {
    const [first] = runs;
    return runs.find(({ run }) => run === answer.run) ?? first ?? [];
  });
}

/**
 * The answers to compare with. For `platforms`: all others of the scan, starting with those that differ only in
 * platform. For `scans`: one per other scan, in the service's order.
 */
export const selectComparableAnswers = <A extends ComparableAnswer>(
  answer: ComparableAnswer,
  kind: ComparisonKind,
  listed: readonly A[],
): A[] =>
  kind === 'platforms'
    ? selectAnswersInSameScan(answer, listed)
    : selectAnswersOverTime(answer, listed);

/** The maximum number of answers shown beside the one that they are compared with. */
const maxOtherColumns = 2;

/**
 * The answers shown until others are chosen. For `platforms`: the first answer of each platform, then the remaining
 * ones. For `scans`: those of earlier scans, then the remaining ones.
 */
export function selectInitialAnswers<A extends Pick<ListedAnswer, 'completedAt' | 'platform'>>(
  answer: Pick<ListedAnswer, 'completedAt'>,
  kind: ComparisonKind,
  others: readonly A[],
): A[] {
  // NaN if the time is missing, so that an answer without a time never counts as earlier.
  const instantOf = ({ completedAt }: Pick<A, 'completedAt'>) => Date.parse(completedAt ?? '');
  const isEarlier = (other: A) => instantOf(other) < instantOf(answer);
  const isFirstOfPlatform = ({ platform }: A, index: number) =>
    others.findIndex((other) => other.platform === platform) === index;
  const preferred = others.filter(kind === 'scans' ? isEarlier : isFirstOfPlatform);
  const remaining = others.filter((other) => !preferred.includes(other));
  return [...preferred, ...remaining].slice(0, maxOtherColumns);
}

/** The answers in the columns: the chosen ones that are still listed, then the initial ones. */
export function selectColumnAnswers<
  A extends Pick<ListedAnswer, 'id' | 'completedAt' | 'platform'>,
>(
  answer: Pick<ListedAnswer, 'completedAt'>,
  kind: ComparisonKind,
  others: readonly A[],
  chosenIds: readonly string[],
): A[] {
  const chosenAnswers = chosenIds.flatMap((id) => others.find((other) => other.id === id) ?? []);
  const candidates = new Set([...chosenAnswers, ...selectInitialAnswers(answer, kind, others)]);
  return [...candidates].slice(0, maxOtherColumns);
}
