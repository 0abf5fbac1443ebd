import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The length of the texts that are searched. */
const length = 1_000;
/** How often one search may step back. A pattern that repeats something up to 100 times comes close to it. */
const maxBacktracks = 75 * length;

/** What is before and after what is repeated, so that a search fails there. */
const edges = [
  ['', ''],
  ['', '\0'],
  ['', '\n '],
  ['\0', ''],
] as const;

interface Regex {
  /** Its file, and the regular expression as it is written there. */
  name: string;
  pattern: string;
  flags: string;
}

function readRegexes(path: string): Regex[] {
  const found: Regex[] = [];
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ name: `${path}: ${node.raw}`, ...node.regex });
    },
  }).visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program);
  return found;
}

/** A character or class, and whether it is repeated. */
const atomPattern = /(\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|\\.|[^\\])([*+]?)/gu;

/**
 * The engine counts steps back, so that the test does not depend on the machine's speed. It counts those of a repeated
 * character only if the character has an alternative.
 */
function createLimited(pattern: string, flags: string): RegExp {
  setFlagsFromString('--allow-natives-syntax');
  const create: unknown = new Function(
    'pattern',
    'flags',
    'limit',
    'return %NewRegExpWithBacktrackLimit(pattern, flags, limit)',
  );
  const regex: unknown =
    typeof create === 'function' ? create(pattern, flags, maxBacktracks) : null;
  if (!(regex instanceof RegExp)) throw new Error('The engine does not limit steps back.');
  return regex;
}

/** Texts that repeat one or two characters, or a word, of the pattern. */
function* createHostileTexts(pattern: string): Generator<string> {
  const characters = new Set(`a0 .-"${pattern.replace(/\\[a-zA-Z]/g, '')}`);
  const words = pattern.match(/[a-z]{2,}/gi) ?? [];
  const pairs = [...characters].flatMap((a) => [...characters].map((b) => (a === b ? a : a + b)));
  for (const unit of [...words, ...pairs])
    for (const [start, end] of edges) yield start + unit.repeat(length / unit.length) + end;
}

/** A text that makes a search step back more often than the limit; null if none of the texts does. */
function findSlowText({ pattern, flags }: Regex): string | null {
  // The second alternative matches where the search ends, unless it was given up.
  const counted = pattern.replace(atomPattern, (atom, one: string, sign: string) =>
    sign === '' || one === ')' ? atom : `(?:${one}|(?!))${sign}`,
  );
  const start = flags.includes('y') ? '(?<![^])' : '';
  const regex = createLimited(`${start}(?:${counted})|(?![^])`, flags.replace(/[gy]/g, ''));
  for (const text of createHostileTexts(pattern)) if (!regex.test(text)) return text;
  return null;
}

describe('regular expressions', () => {
  it('take time proportional to the length of a text', () => {
    const slow = globSync('src/{contract,host,service}/**/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap(readRegexes)
      .flatMap((regex) => {
        const text = findSlowText(regex);
        return text === null ? [] : [`${regex.name} ${JSON.stringify(text.slice(0, 6))}`];
      });
    expect(slow).toEqual([]);
  });
});
