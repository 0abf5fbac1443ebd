import type { LineFault } from './records.ts';

/** A fault in an import and where it is. */
export interface ImportFault extends LineFault {
  source: string;
  /** From 1; null if the fault is in an option of the import instead of a line. */
  line: number | null;
}

/** The maximum number of faults listed in a message. Further ones are usually of the same kinds. */
export const maxFaultsListed = 20;

const describeFault = ({ source, line, field, reason }: ImportFault) => {
  const place = [source, line === null ? '' : `line ${line}`, field].filter((part) => part !== '');
  return `${place.join(', ')}: ${reason}`;
};

/** Thrown if an import has faults; nothing of the import becomes visible. The message lists the first 20 faults. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly faults: readonly ImportFault[];
  constructor(faults: readonly ImportFault[]) {
    const listed = faults.slice(0, maxFaultsListed);
    const more =
      faults.length > listed.length ? [`… and more: these are the first ${maxFaultsListed}`] : [];
    super([...listed.map(describeFault), ...more, 'Nothing was imported.'].join('\n'));
    this.faults = faults;
  }
}

/** Collects the faults of an import. It is full once it has more faults than a message lists. */
export class Faults {
  readonly #source: string;
  readonly #faults: ImportFault[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  add(line: number, fault: LineFault): void {
    this.#faults.push({ source: this.#source, line, ...fault });
  }

  /** Adds a fault that is in no line. @param subject what it is about: an option such as `--account`, or a site */
  addForAll(subject: string, reason: string): void {
    this.#faults.push({ source: subject, line: null, field: '', reason });
  }

  get hasAny(): boolean {
    return this.#faults.length > 0;
  }

  get isFull(): boolean {
    return this.#faults.length > maxFaultsListed;
  }

  /** @throws ImportRefused if there are any faults. */
  throwIfAny(): void {
    if (this.hasAny) throw new ImportRefused(this.#faults);
  }
}
