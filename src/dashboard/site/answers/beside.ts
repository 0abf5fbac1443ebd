import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import type { AnswersQuestion } from '../../api/sightline/answers.ts';

export const besideKinds = ['platforms', 'scans'] as const;
/** What an answer is compared with: other platforms in its scan, or other scans on its platform. */
export type BesideKind = (typeof besideKinds)[number];

type Compared = Pick<ListedAnswer, 'id' | 'scanId' | 'promptId' | 'platform' | 'region' | 'run'>;

/** The query of the answers to the same prompt in the same region that an answer can be compared with. */
export function besideQuestion(answer: Compared, kind: BesideKind): AnswersQuestion {
  const { scanId, promptId, platform, region } = answer;
  const filters = { promptId: [promptId], region: region === null ? [] : [region] };
  const rest = { mentions: [], mentionsNot: [], domain: [], q: null };
  return kind === 'platforms'
    ? { ...rest, filters, scanId: scanId.toLowerCase() }
    : {
        ...rest,
        filters: { ...filters, platform: platform === null ? [] : [platform] },
        scanId: null,
      };
}

/**
 * The answers to compare with, in the service's order: of other platforms, or of other scans. Each
 * is from the same run, or the first run if there is no such run.
 */
export function comparableWith<A extends Compared>(
  answer: Compared,
  kind: BesideKind,
  listed: readonly A[],
): A[] {
  const keyOf = (each: Compared) => (kind === 'platforms' ? each.platform : each.scanId);
  // A country's filter includes its areas.
  const alike = listed.filter(
    (each) => each.region === answer.region && keyOf(each) !== keyOf(answer),
  );
  return [...Map.groupBy(alike, keyOf).values()].flatMap((runs) => {
    const [first] = runs;
    return runs.find(({ run }) => run === answer.run) ?? first ?? [];
  });
}

/** How many answers are shown beside the chosen one. */
const columnCount = 2;

/** The answers shown first: for scans, those before the answer's own, then the others in order. */
export function shownAtFirst<A extends Pick<ListedAnswer, 'completedAt'>>(
  answer: Pick<ListedAnswer, 'completedAt'>,
  kind: BesideKind,
  others: readonly A[],
): A[] {
  const isEarlier = ({ completedAt }: A) =>
    completedAt !== null && answer.completedAt !== null && completedAt < answer.completedAt;
  const earlier = kind === 'scans' ? others.filter(isEarlier) : [];
  const rest = others.filter((each) => !earlier.includes(each));
  return [...earlier, ...rest].slice(0, columnCount);
}
