import type { LineFault } from './records.ts';

/** What is wrong where in an import. */
export interface ImportFault extends LineFault {
  source: string;
  line: number;
}

/** Faults told at once; the rest would be more of the same. */
export const faultsTold = 20;

const sentence = (fault: ImportFault) =>
  `${fault.source}, line ${fault.line}${fault.field === '' ? '' : `, ${fault.field}`}: ${fault.reason}`;

/** An import with faults: nothing of it was stored. The message lists the first 20. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly faults: readonly ImportFault[];
  constructor(faults: readonly ImportFault[]) {
    const told = faults.slice(0, faultsTold);
    const more =
      faults.length > told.length ? [`… and more: these are the first ${faultsTold}`] : [];
    super([...told.map(sentence), ...more, 'Nothing was imported.'].join('\n'));
    this.faults = faults;
  }
}

/** Gathers faults up to one more than are told. */
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
    return this.#found.length > faultsTold;
  }

  /** @throws ImportRefused when there are any. */
  settle(): void {
    if (this.any) throw new ImportRefused(this.#found);
  }
}
