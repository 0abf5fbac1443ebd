import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A seeded generator of random integers from 0 to `below - 1` (mulberry32), so that every run has the same data. */
function createRandomIntegers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const root = join(import.meta.dirname, '../..');
const documents = ['README.md', 'docs/accessibility.md', 'docs/benchmarks.md', 'docs/deploy.md'];

/** The words that follow each word in the project's own documentation. */
function readFollowers(): ReadonlyMap<string, string[]> {
  const words = documents
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/[A-Za-z’']+[.,;:]?/g) ?? [])
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()));
  const followers = new Map<string, string[]>();
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? 'the';
    const nextWords = followers.get(word);
    if (nextWords) nextWords.push(next);
    else followers.set(word, [next]);
  }
  return followers;
}

const sharedSentenceCount = 60_000;
const sentencesPerPrompt = 400;
const inventedNameCount = 20_000;
const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za'.split(' ');

const pick = <T>(from: readonly T[], random: (below: number) => number): T => {
  const value = from[random(from.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
};

/**
 * Creates a writer of English-like answers of about 1,500 bytes. Each word follows another as often as in the project's
 * documentation, with invented names and some Markdown mixed in. A third of the sentences come from a small stock for
 * each prompt, because answers to the same prompt are alike.
 */
export function createAnswerWriter(promptCount: number) {
  const random = createRandomIntegers(1);
  const followers = readFollowers();
  const starts = [...followers.keys()].filter((word) => /^[a-z]+$/.test(word));
  const names = Array.from({ length: inventedNameCount }, () => {
    const name = Array.from({ length: 2 + random(2) }, () => pick(syllables, random)).join('');
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  });
  const makeSentence = (): string => {
    const words: string[] = [];
    let word = pick(starts, random);
    for (let remaining = 8 + random(16); remaining > 0; remaining -= 1) {
      words.push(random(25) === 0 ? pick(names, random) : word);
      word = pick(followers.get(word) ?? starts, random);
    }
    const text = words.join(' ').replace(/[.,;:]$/, '');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const sharedSentences = Array.from({ length: sharedSentenceCount }, makeSentence);
  const sentencesByPrompt = Array.from({ length: promptCount }, () =>
    Array.from({ length: sentencesPerPrompt }, makeSentence),
  );
  const decorate = (text: string) => {
    const kind = random(12);
    if (kind === 0) return `\n\n## ${text.slice(0, 40)}\n\n${text}`;
    if (kind === 1) return `\n- **${text.slice(0, text.indexOf(' '))}**: ${text}`;
    return ` ${text}`;
  };

  return {
    random,
    names,
    /** @param mentions sentences that name brands. */
    write(prompt: number, mentions: readonly string[]): string {
      const parts = [...mentions];
      for (let length = mentions.join(' ').length; length < 1_440; ) {
        const next = decorate(
          pick(
            random(3) === 0 ? (sentencesByPrompt[prompt] ?? sharedSentences) : sharedSentences,
            random,
          ),
        );
        parts.splice(random(parts.length + 1), 0, next);
        length += next.length;
      }
      return parts.join(' ').trim();
    },
  };
}
