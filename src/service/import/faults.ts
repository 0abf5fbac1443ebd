import type { LineFault } from './records.ts';

/** A fault in an import, and where it is. */
export interface ImportFault extends LineFault {
  source: string;
  line: number;
}

/** The most faults that a message lists. */
const faultsShown = 20;

const sentence = (fault: ImportFault) =>
  `${fault.source}, line ${fault.line}${fault.field === '' ? '' : `, ${fault.field}`}: ${fault.reason}`;

/** An import with faults: nothing of it was stored. The message lists the first 20. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly faults: readonly ImportFault[];
  constructor(faults: readonly ImportFault[]) {
    const shown = faults.slice(0, faultsShown);
    const more =
      faults.length > shown.length ? [`… and more: these are the first ${faultsShown}`] : [];
    super([...shown.map(sentence), ...more, 'Nothing was imported.'].join('\n'));
    this.faults = faults;
  }
}

/** Collects faults, up to one more than a message lists. */
export class Faults {
  readonly #source: string;
  readonly #found: ImportFault[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  add(line: number, fault: LineFault): void {
    this.#found.push({ source: this.#source, line, ...fault });
  }

  get any(): boolean {
    return this.#found.length > 0;
  }

  get enough(): boolean {
    return this.#found.length > faultsShown;
  }

  /** @throws ImportRefused when there are any. */
  settle(): void {
    if (this.any) throw new ImportRefused(this.#found);
  }
}
