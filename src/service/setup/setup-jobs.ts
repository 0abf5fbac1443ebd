import { randomUUID } from 'node:crypto';
import type { ParameterFault } from '../../contract/parameters.ts';
import type { jobStates, SetupJob } from '../../contract/sightline/setup.ts';
import { ImportRefused } from '../import/faults.ts';
import { type ImportProgress, importMeasurements } from '../import/import.ts';
import { importInThread } from '../import/import-in-thread.ts';
import { recordInput } from '../import/input.ts';
import { waitForWriter } from '../import/wait-for-writer.ts';
import type { Instant } from '../store/records.ts';
import {
  type ImportSettings,
  type ImportTarget,
  type ImportWriter,
  type Store,
  StoreUnavailable,
  type Tenant,
} from '../store/store.ts';
import { countMentions } from './mentions.ts';
import { isSamePlan, type PlannedChange, type SetupRecord } from './setup-records.ts';

/** A change of set-ups. */
export interface Change {
  tenant: Tenant;
  /** The client and the site that it concerns; null for none. */
  clientId: string | null;
  siteId: string | null;
  /**
   * Checks that the change is possible, and returns what it writes. Called before the import, and again once no other
   * import is in progress, if anything was imported meanwhile; what it returns last is written.
   * @throws the reason if it is not possible.
   */
  plan: () => Promise<PlannedChange>;
  /**
   * Called before anything is written.
   * @throws the reason if the caller may no longer make the change.
   */
  requireAccess: () => Promise<void>;
  /** Called once the change is stored. */
  onDone: () => void;
  /** Called before the change waits for the store, so that one that takes long to write holds no others. */
  onWrite: () => void;
  /** Aborts once the caller has waited so long that it gets the job instead. */
  lateness: AbortSignal;
}

/** Thrown if the import refuses a change; the faults name fields of the body. */
export class FieldsRefused extends Error {
  override name = 'FieldsRefused';
  readonly faults: readonly ParameterFault[];
  constructor(faults: readonly ParameterFault[]) {
    super(faults.map(({ parameter, message }) => `${parameter} ${message}.`).join(' '));
    this.faults = faults;
  }
}

/** Thrown if too many changes are waiting for other imports or reading texts again. */
export class TooManyJobs extends Error {
  override name = 'TooManyJobs';
}

/** Thrown if something was imported while a change waited, so that it now writes something else. */
class PlanChanged extends Error {
  override name = 'PlanChanged';
  readonly planned: PlannedChange;
  /** The data version of the new plan. */
  readonly version: string;
  constructor(planned: PlannedChange, version: string) {
    super('The change writes something else than before.');
    this.planned = planned;
    this.version = version;
  }
}

/** The maximum number of changes that have not ended, in all and for each tenant. */
const maxJobs = 48;
const maxJobsPerTenant = 8;
/** How long a job that has ended can be read, in milliseconds. */
const keptMs = 3_600_000;

interface Job extends Pick<Change, 'tenant' | 'clientId' | 'siteId'> {
  id: string;
  state: (typeof jobStates)[number];
  answersRead: number;
  answersToRead: number;
  failure: string | null;
  /** Counts for the brands that changed, once the job is done. */
  result: Pick<SetupJob, 'mentions' | 'answers'>;
  /** Whether the caller gets the job instead of its result. */
  isInBackground: boolean;
  endedAt: Instant | null;
}

const isSameTenant = (a: Tenant, b: Tenant) =>
  a.accountId === b.accountId && a.clientId === b.clientId;

const toSetupJob = ({ tenant, result, isInBackground, endedAt, ...job }: Job): SetupJob => ({
  ...job,
  ...result,
});

/** Finds the field of the body for each fault of an import. */
const toFieldFaults = (
  { faults }: ImportRefused,
  records: readonly SetupRecord[],
): ParameterFault[] =>
  faults.map(({ line, field, reason }) => {
    const path = line === null ? '' : (records[line - 1]?.path ?? '');
    const parameter = [path, field].filter((part) => part !== '').join('.');
    return { parameter: parameter || 'body', message: reason };
  });

/**
 * Carries out changes of set-ups, each as one import. A change that has to wait for another import, or to read stored
 * texts again, or that takes more than ten seconds, goes on in the background as a job.
 */
export class SetupJobs {
  readonly #store: Store;
  readonly #clock: () => Instant;
  readonly #describeFailure: (error: unknown) => string;
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** @param options.describeFailure says why a change was not possible, for the user. */
  constructor(options: {
    store: Store;
    clock: () => Instant;
    describeFailure: (error: unknown) => string;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#describeFailure = options.describeFailure;
  }

  /** The job with this ID, if a key of the same tenant started it. */
  find(tenant: Tenant, id: string): SetupJob | null {
    this.#forgetOldJobs();
    const job = this.#jobs.get(id);
    return job && isSameTenant(job.tenant, tenant) ? toSetupJob(job) : null;
  }

  /**
   * Carries out a change.
   * @returns null once it is stored, or the job that stores it in the background.
   * @throws FieldsRefused, TooManyJobs, what `plan` throws, or the store's errors.
   */
  async run(change: Change): Promise<SetupJob | null> {
    const job = this.#addJob(change);
    const background = Promise.withResolvers<'background'>();
    const goOnInBackground = () => {
      job.isInBackground = true;
      background.resolve('background');
    };
    if (change.lateness.aborted) goOnInBackground();
    change.lateness.addEventListener('abort', goOnInBackground, { once: true });
    const ending = this.#carryOut(job, change, goOnInBackground);
    const running: Promise<void> = this.#settle(job, ending).finally(() =>
      this.#running.delete(running),
    );
    this.#running.add(running);
    try {
      if ((await Promise.race([ending, background.promise])) === 'background')
        return toSetupJob(job);
    } catch (error) {
      this.#jobs.delete(job.id);
      throw error;
    } finally {
      change.lateness.removeEventListener('abort', goOnInBackground);
    }
    this.#jobs.delete(job.id);
    return null;
  }

  /** Stops jobs that have not begun to commit, and waits for the others. */
  async close(): Promise<void> {
    this.#closing.abort(
      new StoreUnavailable('The service is stopping. Nothing was changed; try again later.'),
    );
    await Promise.all(this.#running);
  }

  #forgetOldJobs(): void {
    const now = this.#clock();
    for (const { id, endedAt } of [...this.#jobs.values()])
      if (endedAt !== null && now - endedAt >= keptMs) this.#jobs.delete(id);
  }

  /** Adds the job of a change. @throws TooManyJobs if too many have not ended. */
  #addJob({ tenant, clientId, siteId }: Change): Job {
    this.#forgetOldJobs();
    const unfinished = [...this.#jobs.values()].filter(({ endedAt }) => endedAt === null);
    const ownJobs = unfinished.filter((job) => isSameTenant(job.tenant, tenant));
    if (unfinished.length >= maxJobs || ownJobs.length >= maxJobsPerTenant) throw new TooManyJobs();
    const job: Job = {
      id: randomUUID(),
      tenant,
      clientId,
      siteId,
      state: 'checking',
      answersRead: 0,
      answersToRead: 0,
      failure: null,
      result: { mentions: [], answers: null },
      isInBackground: false,
      endedAt: null,
    };
    this.#jobs.set(job.id, job);
    return job;
  }

  /**
   * Plans a change and writes it; plans it again until nothing was imported in between that changes the plan.
   * @param onWait called if that needs to wait or to read texts again
   * @returns the IDs of the brands that changed.
   */
  async #carryOut(job: Job, change: Change, onWait: () => void): Promise<readonly string[]> {
    let version = await this.#store.dataVersion();
    let planned = await change.plan();
    while (planned.records.length > 0) {
      try {
        await this.#import(
          job,
          this.#createTarget(job, change, { planned, version }, onWait),
          planned,
          onWait,
        );
        change.onDone();
        return planned.changedBrandIds ?? [];
      } catch (error) {
        if (!(error instanceof PlanChanged)) throw error;
        ({ planned, version } = error);
      }
    }
    return [];
  }

  /** Writes a planned change. */
  async #import(
    job: Job,
    target: ImportTarget,
    { records, changedBrandIds = [] }: PlannedChange,
    onWait: () => void,
  ): Promise<void> {
    const onProgress = (progress: ImportProgress) => {
      if (progress.phase !== 'measuring again') return;
      job.state = 'measuring';
      job.answersRead = progress.answers;
      job.answersToRead = progress.size;
      onWait();
    };
    try {
      await this.#write(target, records, {
        siteToRead: changedBrandIds.length > 0 ? job.siteId : null,
        onProgress,
      });
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      throw new FieldsRefused(toFieldFaults(error, records));
    }
  }

  /** Imports records: in a thread of its own if stored texts of a site have to be read again. */
  async #write(
    target: ImportTarget,
    records: readonly SetupRecord[],
    options: { siteToRead: string | null; onProgress: (progress: ImportProgress) => void },
  ): Promise<void> {
    const { siteToRead, onProgress } = options;
    const name = 'the set-up';
    const given = records.map(({ record }) => record);
    const counts = siteToRead === null ? [] : await target.lookups.textCounts([siteToRead]);
    if (counts.every(({ texts }) => texts === 0)) {
      const source = recordInput(name, given);
      await importMeasurements(target, source, { isTyped: true, onProgress, clock: this.#clock });
      return;
    }
    const { signal } = this.#closing;
    const job = { name, records: given, isTyped: true };
    await importInThread(target, job, { onProgress, signal });
  }

  /**
   * The store as the import of a job sees it: plans the change again once no other import is in progress, if anything was
   * imported since the given version. Beginning the import throws PlanChanged if the plan then differs.
   */
  #createTarget(
    job: Job,
    change: Change,
    { planned, version }: { planned: PlannedChange; version: string },
    onWait: () => void,
  ): ImportTarget {
    const { signal } = this.#closing;
    const wait = () => {
      job.state = 'waiting';
      onWait();
    };
    const beginImport = async (settings: ImportSettings = {}): Promise<ImportWriter> => {
      change.onWrite();
      const pending = this.#store.beginImport({ ...settings, onWait: wait });
      const writer = await waitForWriter(pending, signal);
      try {
        job.state = 'checking';
        await change.requireAccess();
        const newVersion = await this.#store.dataVersion();
        if (newVersion !== version) {
          const newPlan = await change.plan();
          if (!(await isSamePlan(newPlan, planned))) throw new PlanChanged(newPlan, newVersion);
        }
        signal.throwIfAborted();
        return writer;
      } catch (error) {
        await writer.abort();
        throw error;
      }
    };
    return { lookups: this.#store.lookups, beginImport };
  }

  /** Records how a job has ended. Never rejects. @param ending resolves to the IDs of the brands that changed */
  async #settle(job: Job, ending: Promise<readonly string[]>): Promise<void> {
    try {
      const changedBrandIds = await ending;
      const { tenant, siteId } = job;
      if (job.isInBackground && changedBrandIds.length > 0 && siteId !== null)
        job.result = await countMentions(this.#store, tenant, siteId, changedBrandIds).catch(
          () => job.result,
        );
      job.state = 'done';
    } catch (error) {
      // Otherwise the caller gets the error.
      if (job.isInBackground) job.failure = this.#describeFailure(error);
      job.state = 'failed';
    }
    job.endedAt = this.#clock();
  }
}
