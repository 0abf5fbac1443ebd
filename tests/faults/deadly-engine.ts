import { Engine } from '../../src/service/store/clickhouse/engine/engine.ts';

/** Tables that are written from time to time, whatever else the store is doing. */
const backgroundTables: readonly string[] = ['audit', 'keyUses'];

/** An engine that counts the statements that change the store, and kills its process before one of them. */
export class DeadlyEngine extends Engine {
  #isCounting = false;
  #limit = Number.POSITIVE_INFINITY;
  /** The number of statements, and of those up to and including the last one that publishes an import. */
  readonly sent = { published: 0, total: 0 };

  /** Counts the statements from now on. @param limit how many are sent before the process kills itself. */
  startCounting(limit: number): void {
    this.#isCounting = true;
    this.#limit = limit;
  }

  stopCounting(): void {
    this.#isCounting = false;
  }

  #count(): void {
    if (!this.#isCounting) return;
    if (this.sent.total >= this.#limit) process.kill(process.pid, 'SIGKILL');
    this.sent.total += 1;
  }

  override run(...args: Parameters<Engine['run']>): Promise<void> {
    this.#count();
    if (args[0].startsWith('INSERT INTO imports')) this.sent.published = this.sent.total;
    return super.run(...args);
  }

  override runLong(...args: Parameters<Engine['runLong']>): Promise<void> {
    this.#count();
    return super.runLong(...args);
  }

  override define(...args: Parameters<Engine['define']>): Promise<void> {
    this.#count();
    return super.define(...args);
  }

  override insert(...args: Parameters<Engine['insert']>): Promise<void> {
    if (!backgroundTables.includes(args[0])) this.#count();
    return super.insert(...args);
  }

  override insertCompact(...args: Parameters<Engine['insertCompact']>): Promise<void> {
    this.#count();
    return super.insertCompact(...args);
  }
}
