import type { QuestionStart } from '../store/ledger.ts';

type Attempt = Pick<QuestionStart, 'scanId' | 'question' | 'attempt'>;

/** The identity of one attempt at a question, which is sent with it. */
export const attemptKeyOf = ({ scanId, question, attempt }: Attempt): string =>
  `${scanId}-${question}-${attempt}`;

/** The attempt with this key; null if it is the key of none. */
export function readAttemptKey(key: string): Attempt | null {
  const [, scanId, question, attempt] = /^(.+)-(\d+)-(\d+)$/.exec(key) ?? [];
  return scanId === undefined
    ? null
    : { scanId, question: Number(question), attempt: Number(attempt) };
}
