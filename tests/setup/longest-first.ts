import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take about half a minute or more, longest first. */
const longFiles: readonly string[] = [
  'tests/clickhouse/server-contract.slow.test.ts',
  'tests/service/clickhouse.slow.test.ts',
  'tests/store/migrations.slow.test.ts',
  'tests/service/clickhouse-tenancy.slow.test.ts',
  'tests/store/removal.slow.test.ts',
  'tests/host/keys-process.slow.test.ts',
  'tests/faults/kill-setup.slow.test.ts',
  'tests/faults/kill-scan.slow.test.ts',
  'tests/store/check.slow.test.ts',
  'tests/store/measure-site.slow.test.ts',
  'tests/store/ledger.slow.test.ts',
  'tests/faults/kill-removal.slow.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? longFiles.length : place;
};

/**
 * Starts long files first, so that in the end no worker is idle while another runs one. Without an earlier run, Vitest
 * would order files by their size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
