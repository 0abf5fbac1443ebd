import type { Outcome, ScannableSite } from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';

/** What this process has asked since it started, and how old the scans of its schedules are. */
export class ScanMetrics {
  readonly #questions = new Map<
    string,
    { platform: string; outcome: Outcome; questions: number }
  >();
  readonly #spent = new Map<string, number>();
  /** Since when each site with a schedule has had no completed scan, and when its newest one was completed. */
  #schedules = new Map<string, Instant>();
  readonly #completedAt = new Map<string, Instant>();
  /** The number of scans that have not ended. */
  running = 0;

  /** Forgets what only the host that runs scans knows. */
  stopRunning(): void {
    this.running = 0;
    this.#schedules.clear();
  }

  /** Counts a question that has ended. @param cost in millionths of a US dollar */
  count(platform: string, outcome: Outcome, cost: number): void {
    const key = `${platform} ${outcome}`;
    const questions = (this.#questions.get(key)?.questions ?? 0) + 1;
    this.#questions.set(key, { platform, outcome, questions });
    this.#spent.set(platform, (this.#spent.get(platform) ?? 0) + cost);
  }

  /** Takes over the sites with a schedule. @returns the IDs of those whose newest scan is not known yet. */
  setSchedules(sites: readonly Pick<ScannableSite, 'siteId' | 'since'>[]): string[] {
    const unknown = sites.filter(({ siteId }) => !this.#schedules.has(siteId));
    this.#schedules = new Map(sites.map(({ siteId, since }) => [siteId, since]));
    return unknown.map(({ siteId }) => siteId);
  }

  /** Counts a completed scan of a site. */
  onCompleted(siteId: string, at: Instant): void {
    this.#completedAt.set(siteId, Math.max(at, this.#completedAt.get(siteId) ?? 0));
  }

  /** The number of questions, by platform and how they ended. */
  get questions(): readonly { platform: string; outcome: Outcome; questions: number }[] {
    return [...this.#questions.values()];
  }

  /** Amounts in millionths of a US dollar, by platform. */
  get spent(): ReadonlyMap<string, number> {
    return this.#spent;
  }

  /**
   * Of the sites with a schedule, the one whose newest completed scan is the oldest: when that was completed, or since
   * when it has a schedule, if that is later. Null without schedules.
   */
  get oldestScanAt(): Instant | null {
    const instants = [...this.#schedules].map(([siteId, since]) =>
      Math.max(since, this.#completedAt.get(siteId) ?? 0),
    );
    return instants.length === 0 ? null : Math.min(...instants);
  }
}
