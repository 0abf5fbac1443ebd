import type { SiteScanSettings } from '../../../contract/sightline/scans.ts';
import { pageLocale } from '../../locale.ts';
import { money } from '../../scans/money.ts';
import { platformName } from '../../scans/progress-words.ts';
import styles from './scans.module.css';

/** "November 2026" for "2026-11"; other text is returned unchanged. */
function monthName(month: string): string {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return month;
  return new Intl.DateTimeFormat(pageLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.UTC(Number(year), Number(number) - 1));
}

/** What the scans of each month cost, in all and by platform. */
export function MonthlyCosts({ costs }: Pick<SiteScanSettings, 'costs'>) {
  const months = Map.groupBy(costs, ({ month }) => month ?? '');
  return (
    <table className={styles['costs']} aria-label="Cost by month">
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">By platform</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {[...months].map(([month, entries]) => (
          <tr key={month}>
            <th scope="row">{monthName(month)}</th>
            <td>
              {entries
                .map(({ platform, costUsd }) => `${platformName(platform)} ${money(costUsd ?? 0)}`)
                .join(' · ')}
            </td>
            <td>{money(entries.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
