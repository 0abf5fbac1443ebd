/** Creates a seeded random number generator (mulberry32) that returns integers from 0 to `below - 1`. */
export function createRandomIntegers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedState = Math.imul(state ^ (state >>> 15), state | 1);
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61);
    return Math.floor((((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
type Random = ReturnType<typeof createRandomIntegers>;

const pick = <T>(random: Random, [first, ...others]: readonly [T, ...T[]]): T =>
  [first, ...others][random(others.length + 1)] ?? first;

const nestedLists = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** JSON texts that replace values of a body. */
const replacements = [
  ...(['null', 'true', 'false', '0', '-1', '-0', '1e999', '-1e999', '1e-400', '0.1'] as const),
  ...(['""', '"x"', '[]', '{}', '[null]', '[[]]', '{"":{}}', '9007199254740993'] as const),
  ...(['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'] as const),
  ...(['"\\u0000"', '"\\ud800"', '"\\u202e"', '"<script>"', `"${'long '.repeat(400)}"`] as const),
  nestedLists(600),
] as const;

/** Bodies that none of the tested endpoints returns. */
const foreignBodies = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '"text"',
  '0',
  'NaN',
  '\u0000',
  '\uFEFF{}',
  '<!doctype html><p>Not found</p>',
  '{"error":"no"}',
  '{"data":',
  nestedLists(5_000),
] as const;

interface Span {
  start: number;
  end: number;
}

/** Finds the positions of all values in a JSON text without parsing it, since it may be invalid. */
function findValues(json: string): Span[] {
  const spans: Span[] = [];
  const openStarts: number[] = [];
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s,:[\]{}"]+/g)) {
    if (token === '{' || token === '[') openStarts.push(index);
    else if (token === '}' || token === ']') {
      spans.push({ start: openStarts.pop() ?? 0, end: index + 1 });
    } else if (!/^\s*:/.test(json.slice(index + token.length, index + token.length + 4))) {
      spans.push({ start: index, end: index + token.length });
    }
  }
  return spans;
}

const replace = (json: string, { start, end }: Span, replacement: string): string =>
  json.slice(0, start) + replacement + json.slice(end);

/** Makes a mutated body from a valid one. */
export type Mutation = (random: Random, json: string) => Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);
const pickValue = (random: Random, json: string): Span => {
  const spans = findValues(json);
  return spans[random(spans.length)] ?? { start: 0, end: json.length };
};

export const mutations: Readonly<Record<string, Mutation>> = {
  'cut at any byte': (random, json) => {
    const whole = encode(json);
    return whole.slice(0, random(whole.length));
  },
  'random bytes changed': (random, json) => {
    const whole = encode(json);
    for (let times = random(4); times >= 0; times -= 1) {
      whole[random(whole.length)] = random(256);
    }
    return whole;
  },
  'a value replaced': (random, json) =>
    encode(replace(json, pickValue(random, json), pick(random, replacements))),
  'several values replaced': (random, json) => {
    let mutatedJson = json;
    for (let times = random(6); times >= 0; times -= 1) {
      mutatedJson = replace(
        mutatedJson,
        pickValue(random, mutatedJson),
        pick(random, replacements),
      );
    }
    return encode(mutatedJson);
  },
  'a value replaced by another value of the body': (random, json) => {
    const source = pickValue(random, json);
    return encode(replace(json, pickValue(random, json), json.slice(source.start, source.end)));
  },
  'a name changed, repeated or added': (random, json) => {
    const names = [...json.matchAll(/"(\w+)":/g)];
    const match = names[random(names.length)];
    if (!match) return encode(json);
    const span = { start: match.index, end: match.index + match[0].length };
    const doubledName = `${match[0]}${pick(random, replacements)},${match[0]}`;
    const replacementNames = [
      `"${match[1]}x":`,
      '"__proto__":',
      doubledName,
      `"unknown":1,${match[0]}`,
    ] as const;
    return encode(replace(json, span, pick(random, replacementNames)));
  },
  'a value repeated in a list': (random, json) => {
    const span = pickValue(random, json);
    const value = json.slice(span.start, span.end);
    const copies = Array.from({ length: 1 + random(30) }, () => value);
    return encode(replace(json, span, `[${copies.join(',')}]`));
  },
  'a foreign body': (random) => encode(pick(random, foreignBodies)),
  'invalid UTF-8': (random, json) => {
    const whole = encode(json);
    whole.set([0xff, 0xc0, 0x80].slice(0, 1 + random(3)), random(Math.max(1, whole.length - 3)));
    return whole;
  },
};
