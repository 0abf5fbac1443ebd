import { setTimeout as pause } from 'node:timers/promises';
import { isActive } from '../../service/access/keys.ts';
import { errorCodeOf } from '../../service/error-code.ts';
import type {
  BackgroundProgress,
  MeasuringProblem,
} from '../../service/import/background-measuring.ts';
import type {
  BackgroundScanRunner,
  ScanRunnerOptions,
} from '../../service/scans/create-scan-runner.ts';
import type { ScanRunner } from '../../service/scans/scan-runner.ts';
import type { ServiceOptions } from '../../service/service.ts';
import { LoginRefused } from '../../service/store/clickhouse/engine/engine-errors.ts';
import type { KeyRecord } from '../../service/store/records.ts';
import type { Store, StoreDamaged } from '../../service/store/store.ts';
import type { Secrets } from '../access/secrets.ts';
import { type Config, ConfigError, listensOnLoopback } from '../config.ts';
import { isDirectLoopback } from '../http/loopback.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Service } from '../service.ts';
import { createUpstream } from './upstream.ts';

/** The service behind `/v1` and `/sightline/v1`, and the state of its store. */
export interface Backend {
  service: Service;
  /** Rejects while the built-in service cannot serve; with SERVICE_URL, always resolves. */
  ready(): Promise<void>;
  /** Sample keys that are neither revoked nor expired; empty without sample data. */
  sampleKeys: readonly string[];
  /** Whether the store held data other than the sample when it was opened; true if that was not checked. */
  hasOwnData: boolean;
  /**
   * Whether the store is empty now; false if it does not respond. Never rejects. Undefined with SERVICE_URL.
   */
  isEmpty?: () => Promise<boolean>;
  close(): Promise<void>;
}

export interface BackendOptions {
  config: Config;
  secrets: Secrets;
  clock: () => number;
  metrics: Metrics;
  onError: ServiceOptions['onError'];
  /** Called while figures of an earlier version are measured again. */
  onMeasuring?: (progress: BackgroundProgress) => void;
  onMeasuringProblem?: (problem: MeasuringProblem) => void;
  /** Called for every error that an AI platform responds with. */
  onPlatformError?: ScanRunnerOptions['onPlatformError'];
}

const createUpstreamBackend = (base: URL, { onError }: BackendOptions): Backend => ({
  service: createUpstream({
    base,
    onError: (error) => onError({ route: 'SERVICE_URL', error }),
  }),
  ready: async () => {},
  sampleKeys: [],
  hasOwnData: true,
  close: async () => {},
});

/** Codes of the errors thrown when the engine, or its build for this system, is not installed. */
const missingEngineCodes: readonly string[] = ['CHDB_PLATFORM', 'ERR_MODULE_NOT_FOUND'];

const isEngineMissing = (error: unknown): boolean =>
  missingEngineCodes.includes(errorCodeOf(error));

/**
 * Opens the store. The engine is an optional package, so it is loaded only when needed.
 * @param onDamage called if damage is found after opening; the store then stops serving.
 */
export async function openStore(
  config: Pick<Config, 'clickhouseUrl' | 'clickhouseCluster' | 'dataDir' | 'answerDays'> & {
    scans: Pick<Config['scans'], 'rawDays'>;
  },
  onDamage: (damage: StoreDamaged) => void = () => {},
): Promise<Store> {
  const { openClickHouse, openClickHouseServer } = await import(
    '../../service/store/clickhouse/open.ts'
  );
  const ages = { answerDays: config.answerDays, responseDays: config.scans.rawDays };
  if (config.clickhouseUrl) {
    const { clickhouseUrl: url, clickhouseCluster: cluster } = config;
    return openServerStore(() => openClickHouseServer({ url, cluster, ...ages }), url);
  }
  try {
    return await openClickHouse({ dataDir: config.dataDir, ...ages, onDamage });
  } catch (error) {
    if (isEngineMissing(error)) {
      throw new ConfigError(
        'The built-in service needs the optional package chdb, which is not installed for this system. Install it with "npm ci", or set CLICKHOUSE_URL or SERVICE_URL to use a server or a service elsewhere.',
      );
    }
    throw error;
  }
}

async function openServerStore(open: () => Promise<Store>, url: URL): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error;
    throw new ConfigError(
      `CLICKHOUSE_URL: the server at ${url.host} refuses the user, the password or the database.`,
    );
  }
}

/**
 * Adds sample data to a store that has neither keys nor imported data, unless SAMPLE is off or other machines can reach
 * the host.
 * @returns the sample keys that still work, and whether the store has other data
 */
async function fillWithSample(
  config: Config,
  store: Store,
  clock: () => number,
): Promise<Pick<Backend, 'sampleKeys' | 'hasOwnData'>> {
  const accounts = await store.lookups.accounts();
  const keys = await store.keys();
  const now = clock();
  // The prefix of a sample key is the whole key. Shares and feeds that sample keys created are sample data too.
  const activeSampleKeys = (records: readonly KeyRecord[]) =>
    records
      .filter((key) => key.sample && key.share === null && isActive(key, now))
      .map(({ prefix }) => prefix)
      .sort();
  const isSampleWanted =
    config.sample === 'auto' &&
    listensOnLoopback(config) &&
    [...accounts, ...keys].every((record) => record.sample);
  if (isSampleWanted && keys.length === 0) {
    const { seedSample } = await import('../../service/sample/seed.ts');
    const today = new Date(now).toISOString().slice(0, 10);
    await seedSample(store, { today, keepsTexts: config.keepsTexts });
    return { sampleKeys: activeSampleKeys(await store.keys()), hasOwnData: false };
  }
  return {
    sampleKeys: activeSampleKeys(keys),
    hasOwnData: accounts.some((account) => !account.sample),
  };
}

/**
 * How many reports are computed at once with a ClickHouse server: more than with the in-process engine, since a server
 * has its own cores.
 */
const serverReportsAtOnce = 12;

/**
 * Creates what runs scans over a store, with this host's settings. It does nothing before it is started.
 * @param options.onlyOwn see `createScanRunner`
 */
export async function createHostScanRunner(
  store: Store,
  {
    config,
    clock,
    onError,
    onPlatformError,
    onlyOwn = false,
  }: Pick<BackendOptions, 'config' | 'clock' | 'onError' | 'onPlatformError'> & {
    onlyOwn?: boolean;
  },
): Promise<BackgroundScanRunner> {
  const [{ createScanRunner }, { connectPlatforms }, { systemTimers }, { createInventedFetch }] =
    await Promise.all([
      import('../../service/scans/create-scan-runner.ts'),
      import('../../service/scans/connect-platforms.ts'),
      import('../../service/scans/timers.ts'),
      import('../../service/sample/invented-fetch.ts'),
    ]);
  const { areOn, budget, rawDays, environment } = config.scans;
  const timers = systemTimers(clock);
  return createScanRunner({
    store,
    timers,
    platformsOf: connectPlatforms({
      fetch,
      inventedFetch: createInventedFetch({ store, timers }),
      timers,
      environment,
    }),
    hostCeiling: budget,
    isOn: areOn,
    onlyOwn,
    rawDays,
    keepsTexts: config.keepsTexts,
    onError: (error) => onError({ route: 'scans', error }),
    ...(onPlatformError && { onPlatformError }),
  });
}

/**
 * Creates the built-in service over a store, with this host's settings.
 * @param scanRunner without it, the service lacks the endpoints of scans.
 */
export async function createBuiltInService(
  store: Store,
  options: BackendOptions,
  scanRunner?: ScanRunner,
) {
  const { config, secrets, clock, metrics, onError } = options;
  const { createService } = await import('../../service/app.ts');
  const isOnLoopback = listensOnLoopback(config);
  const service = createService({
    store,
    clock,
    ...(scanRunner && { scanRunner }),
    cursorSecret: secrets.cursorSecret,
    ...(config.clickhouseUrl && { reportsAtOnce: serverReportsAtOnce }),
    mayUseSampleKeys: (request) => isOnLoopback && isDirectLoopback(request),
    onError,
  });
  metrics.setReportCacheReader(() => service.reportCacheStats());
  return service;
}

/** Time limit of the check for an empty store, in milliseconds; short, since the sign-in page waits for the check. */
const emptyCheckTimeoutMs = 1_000;

/** Creates a function that checks whether a store is still empty. Once the store has data, it is not read again. */
function createEmptyCheck(store: Store): () => Promise<boolean> {
  let hasData = false;
  return async () => {
    if (hasData) return false;
    try {
      const timeout = pause(emptyCheckTimeoutMs, null, { ref: false });
      const accounts = await Promise.race([store.lookups.accounts(), timeout]);
      hasData = accounts !== null && accounts.length > 0;
      return accounts?.length === 0;
    } catch {
      // A store that cannot be read may contain data.
      return false;
    }
  };
}

async function openBuiltInBackend(options: BackendOptions): Promise<Backend> {
  const { config, clock, metrics, onError } = options;
  const store = await openStore(config, (error) => onError({ route: 'store', error }));
  const openResources: { close(): Promise<void> }[] = [store];
  const close = async (): Promise<void> => {
    for (const resource of openResources.splice(0).reverse()) await resource.close();
  };
  try {
    const scanRunner = await createHostScanRunner(store, options);
    const service = await createBuiltInService(store, options, scanRunner);
    openResources.push(service);
    // With a ClickHouse server, commands work without the host, and there is never sample data.
    let sampleState: Pick<Backend, 'sampleKeys' | 'hasOwnData'> = {
      sampleKeys: [],
      hasOwnData: true,
    };
    if (config.clickhouseUrl === null) {
      const { startControl } = await import('../admin/control.ts');
      const { dataDir, keepsTexts } = config;
      const onImport = metrics.setImportProgress;
      openResources.push(
        await startControl({ store, dataDir, clock, keepsTexts, service, scanRunner, onImport }),
      );
      sampleState = await fillWithSample(config, store, clock);
    }
    // Only now, since the sample data has to be alone in the store until it is complete.
    openResources.push(scanRunner);
    scanRunner.start();
    metrics.setScanFiguresReader(() => scanRunner.metrics());
    const { BackgroundMeasuring } = await import('../../service/import/background-measuring.ts');
    const { onMeasuring = () => {}, onMeasuringProblem = () => {} } = options;
    openResources.push(
      new BackgroundMeasuring({
        store,
        onProgress: onMeasuring,
        onProblem: onMeasuringProblem,
      }),
    );
    const isEmpty = createEmptyCheck(store);
    return { service, ready: () => store.ping(), ...sampleState, isEmpty, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens the service at SERVICE_URL, or the built-in one over its store. With SERVICE_URL, no store is opened.
 * @throws ConfigError, or one of the store's errors.
 */
export const openBackend = async (options: BackendOptions): Promise<Backend> =>
  options.config.serviceUrl === null
    ? openBuiltInBackend(options)
    : createUpstreamBackend(options.config.serviceUrl, options);
