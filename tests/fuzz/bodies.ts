/** A seeded random number generator (mulberry32) of integers from 0 up to `below`. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
type Random = ReturnType<typeof randomFrom>;

const pick = <T>(random: Random, [first, ...rest]: readonly [T, ...T[]]): T =>
  [first, ...rest][random(rest.length + 1)] ?? first;

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** JSON texts to replace other values with. */
const replacements = [
  ...(['null', 'true', 'false', '0', '-1', '-0', '1e999', '-1e999', '1e-400', '0.1'] as const),
  ...(['""', '"x"', '[]', '{}', '[null]', '[[]]', '{"":{}}', '9007199254740993'] as const),
  ...(['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'] as const),
  ...(['"\\u0000"', '"\\ud800"', '"\\u202e"', '"<script>"', `"${'long '.repeat(400)}"`] as const),
  deep(600),
] as const;

/** Bodies that the service does not return from any endpoint. */
const invalidBodies = [
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
  deep(5_000),
] as const;

interface Spot {
  start: number;
  end: number;
}

/** Positions of all values in a JSON text, found without parsing it. */
function valuesIn(json: string): Spot[] {
  const spots: Spot[] = [];
  const open: number[] = [];
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s,:[\]{}"]+/g)) {
    if (token === '{' || token === '[') open.push(index);
    else if (token === '}' || token === ']') {
      spots.push({ start: open.pop() ?? 0, end: index + 1 });
    } else if (!/^\s*:/.test(json.slice(index + token.length, index + token.length + 4))) {
      spots.push({ start: index, end: index + token.length });
    }
  }
  return spots;
}

const replace = (json: string, { start, end }: Spot, by: string): string =>
  json.slice(0, start) + by + json.slice(end);

/** Makes a mutated body from a valid one. */
export type Mutation = (random: Random, json: string) => Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const bytes = (text: string) => encoder.encode(text);
const anyValue = (random: Random, json: string): Spot => {
  const spots = valuesIn(json);
  return spots[random(spots.length)] ?? { start: 0, end: json.length };
};

export const mutations: Readonly<Record<string, Mutation>> = {
  'cut at any byte': (random, json) => {
    const whole = bytes(json);
    return whole.slice(0, random(whole.length));
  },
  'random bytes changed': (random, json) => {
    const whole = bytes(json);
    for (let times = random(4); times >= 0; times -= 1) {
      whole[random(whole.length)] = random(256);
    }
    return whole;
  },
  'a value replaced': (random, json) =>
    bytes(replace(json, anyValue(random, json), pick(random, replacements))),
  'many values replaced': (random, json) => {
    let mutated = json;
    for (let times = random(6); times >= 0; times -= 1) {
      mutated = replace(mutated, anyValue(random, mutated), pick(random, replacements));
    }
    return bytes(mutated);
  },
  'a value replaced by another': (random, json) => {
    const from = anyValue(random, json);
    return bytes(replace(json, anyValue(random, json), json.slice(from.start, from.end)));
  },
  'a name changed, dropped or repeated': (random, json) => {
    const names = [...json.matchAll(/"(\w+)":/g)];
    const found = names[random(names.length)];
    if (!found) return bytes(json);
    const spot = { start: found.index, end: found.index + found[0].length };
    const doubled = `${found[0]}${pick(random, replacements)},${found[0]}`;
    const by = [`"${found[1]}x":`, '"__proto__":', doubled, `"unknown":1,${found[0]}`] as const;
    return bytes(replace(json, spot, pick(random, by)));
  },
  'a list repeated': (random, json) => {
    const spot = anyValue(random, json);
    const value = json.slice(spot.start, spot.end);
    const times = Array.from({ length: 1 + random(30) }, () => value);
    return bytes(replace(json, spot, `[${times.join(',')}]`));
  },
  'another body': (random) => bytes(pick(random, invalidBodies)),
  'invalid UTF-8': (random, json) => {
    const whole = bytes(json);
    whole.set([0xff, 0xc0, 0x80].slice(0, 1 + random(3)), random(Math.max(1, whole.length - 3)));
    return whole;
  },
};
