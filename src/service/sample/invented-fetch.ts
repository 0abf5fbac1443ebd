import { utcDay } from '../../contract/dates/days.ts';
import type { PlatformId } from '../../contract/enums.ts';
import { adapters } from '../platforms/adapters.ts';
import type { Fetch } from '../platforms/send.ts';
import { readAttemptKey } from '../scans/attempt-key.ts';
import type { Timers } from '../scans/timers.ts';
import { type LedgerScan, questionOf } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import { createRandom, seedOf } from './chance.ts';
import { createInventor } from './invented-answers.ts';
import { protocols } from './platform-protocols.ts';

/** Bounds on how long an answer takes, in milliseconds. */
const delayMs = [300, 2_000] as const;
/** How many scans are remembered, each with its site. */
const rememberedScans = 8;

interface InventedFetchOptions {
  store: {
    ledger: Pick<Store['ledger'], 'unfinishedScans'>;
    lookups: Pick<Store['lookups'], 'brandsOfSites' | 'scansOfSites'>;
  };
  timers: Timers;
}

function findPlatform(url: string): PlatformId | undefined {
  const { host } = new URL(url);
  return adapters.find(({ baseUrl }) => new URL(baseUrl).host === host)?.platforms[0];
}

/**
 * Creates what takes the place of the platforms for accounts with sample data: answers in their protocols, invented
 * from the wording of the sample, after a time like theirs. No request leaves this process.
 */
export function createInventedFetch({ store, timers }: InventedFetchOptions): Fetch {
  // Created for the first question, since measuring the wording takes a moment.
  let inventorOf: ReturnType<typeof createInventor> | null = null;
  const remembered = new Map<string, ReturnType<typeof rememberScan>>();

  async function rememberScan(scanId: string) {
    const scans = await store.ledger.unfinishedScans();
    const scan: LedgerScan | undefined = scans.find(({ id }) => id === scanId);
    if (!scan) return null;
    const [brands, stored] = await Promise.all([
      store.lookups.brandsOfSites([scan.siteId]),
      store.lookups.scansOfSites([scan.siteId]),
    ]);
    const isEarlierThatDay = (createdAt: number | null): boolean =>
      createdAt !== null &&
      createdAt < scan.createdAt &&
      utcDay(createdAt) === utcDay(scan.createdAt);
    const scanOfDay = stored.filter(({ createdAt }) => isEarlierThatDay(createdAt)).length;
    inventorOf ??= createInventor();
    const questions = scan.plan.prompts.map(({ text }) => text);
    return { scan, scanOfDay, invent: inventorOf({ id: scan.siteId, brands, questions }) };
  }

  function recall(scanId: string): ReturnType<typeof rememberScan> {
    const known = remembered.get(scanId);
    if (known) return known;
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= rememberedScans) remembered.delete(oldest);
    const pending = rememberScan(scanId);
    remembered.set(scanId, pending);
    pending.then(
      (found) => found ?? remembered.delete(scanId),
      () => remembered.delete(scanId),
    );
    return pending;
  }

  return async (url, { body, headers, signal }) => {
    const key = new Headers(headers).get('idempotency-key') ?? '';
    const attempt = readAttemptKey(key);
    const platform = findPlatform(url);
    const protocol = platform && protocols[platform];
    const known = attempt && (await recall(attempt.scanId));
    if (!(protocol && known)) return new Response(null, { status: 404 });
    const { text, region } = protocol.readQuestion(JSON.parse(String(body)));
    const { run } = questionOf(known.scan.plan, attempt.question);
    const day = utcDay(timers.now());
    const answer = known.invent({ text, platform, region, run }, day, known.scanOfDay);
    const [least, most] = delayMs;
    const delay = least + (most - least) * createRandom(seedOf(key))();
    await timers.pause(delay, signal ?? new AbortController().signal);
    signal?.throwIfAborted();
    return Response.json(protocol.writeAnswer(answer));
  };
}
