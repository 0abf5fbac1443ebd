import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { AnswerCache, atOneVersion, toResponse } from './answer-cache.ts';

/** JSON text whose compressed form takes about as many bytes. */
const noise = (seed: number, length: number) => {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += state.toString(36);
  }
  return JSON.stringify(text);
};

let made = 0;
const making = (text: string) => async () => {
  made += 1;
  return text;
};
const long = noise(1, 5_000);

beforeEach(() => {
  made = 0;
});

const ask = (acceptEncoding?: string) =>
  new Request(
    'http://x/',
    acceptEncoding === undefined ? {} : { headers: { 'Accept-Encoding': acceptEncoding } },
  );

async function sent(cache: AnswerCache, key: string, version: string, text: string) {
  const answer = await cache.answer(key, version, making(text));
  return answer instanceof Response ? answer : toResponse(answer, ask());
}

describe('the answer cache', () => {
  it('makes an answer once for a version and gives it back whole', async () => {
    const cache = new AnswerCache(1e6);
    for (let i = 0; i < 3; i += 1) {
      expect(await (await sent(cache, 'a', '1', long)).text()).toBe(long);
    }
    expect(made).toBe(1);
    expect(cache.stats).toMatchObject({ hits: 2, misses: 1, entries: 1 });
  });

  it('keeps nothing past its version', async () => {
    const cache = new AnswerCache(1e6);
    await sent(cache, 'a', '1', long);
    expect(await (await sent(cache, 'a', '2', '"new"')).text()).toBe('"new"');
    expect(await (await sent(cache, 'a', '1', '"old again"')).text()).toBe('"old again"');
    expect(cache.stats.entries).toBe(1);
  });

  it('keeps answers of different keys apart', async () => {
    const cache = new AnswerCache(1e6);
    await sent(cache, 'tenant a', '1', '"a"');
    expect(await (await sent(cache, 'tenant b', '1', '"b"')).text()).toBe('"b"');
  });

  it('lets the longest unused go when its bytes are full', async () => {
    const cache = new AnswerCache(30_000);
    for (let key = 0; key < 20; key += 1) {
      await sent(cache, String(key), '1', noise(key + 1, 5_000));
      await sent(cache, '0', '1', noise(1, 5_000));
    }
    expect(cache.stats.bytes).toBeLessThanOrEqual(30_000);
    expect(cache.stats.entries).toBeGreaterThan(2);
    made = 0;
    await sent(cache, '0', '1', long);
    expect(made, 'the one in use').toBe(0);
    await sent(cache, '1', '1', long);
    expect(made, 'the one longest unused').toBe(1);
  });

  it('makes an answer once for many who ask at the same time', async () => {
    const cache = new AnswerCache(1e6);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => cache.answer('a', '1', making(long))),
    );
    expect(made).toBe(1);
    expect(new Set(answers).size).toBe(1);
  });

  it('does not keep refusals or failures', async () => {
    const cache = new AnswerCache(1e6);
    const refuse = async () => new Response('no', { status: 404 });
    const fail = () => Promise.reject(new Error('away'));
    const [one, two] = await Promise.all([
      cache.answer('a', '1', refuse),
      cache.answer('a', '1', refuse),
    ]);
    expect(one instanceof Response && (await one.text())).toBe('no');
    expect(two instanceof Response && (await two.text())).toBe('no');
    await expect(cache.answer('a', '1', fail)).rejects.toThrow('away');
    expect(await (await sent(cache, 'a', '1', '"yes"')).text()).toBe('"yes"');
  });
});

describe('a kept answer', () => {
  const answerOf = async () => {
    const answer = await new AnswerCache(1e6).answer('a', '1', making(long));
    if (answer instanceof Response) throw new Error('refused');
    return answer;
  };

  it.each(['gzip', 'br, gzip;q=0.5', 'x-gzip', '*'])(
    'goes compressed to who takes %s',
    async (accepted) => {
      const response = await toResponse(await answerOf(), ask(accepted));
      expect(response.headers.get('Content-Encoding')).toBe('gzip');
      expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(long);
    },
  );

  it.each([undefined, 'br', 'gzip;q=0', 'identity'])(
    'goes plain to who takes %s',
    async (accepted) => {
      const response = await toResponse(await answerOf(), ask(accepted));
      expect(response.headers.get('Content-Encoding')).toBeNull();
      expect(await response.text()).toBe(long);
      expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    },
  );
});

describe('atOneVersion', () => {
  it('makes an answer again when the data changed while it was made', async () => {
    const versions = ['1', '2', '2', '2'];
    let count = 0;
    const answer = await atOneVersion(
      async () => versions.shift() ?? '2',
      async () => {
        count += 1;
        return `answer ${count}`;
      },
    );
    expect(answer).toBe('answer 2');
  });
});
