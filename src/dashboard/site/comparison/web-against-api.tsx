import { useMemo } from 'react';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import { periodNamesOf } from '../../../figures/comparison/period-names.ts';
import { compareVersions, versionSentence } from '../../../figures/comparison/versions.ts';
import { unsignedChange } from '../../../figures/formats/values.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { versionPairs } from '../../../figures/series/platforms.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { Card } from '../../ui/card.tsx';
import styles from './comparison.module.css';

interface WebAgainstApiProps {
  /** The report by platform, with the scans in view. */
  report: ReportColumns;
  comparison: PeriodComparison | null;
  wording: Wording;
}

/** The platforms measured both on their website and through their API, with the difference between the two. */
export function WebAgainstApi({ report, comparison, wording }: WebAgainstApiProps) {
  const differences = useMemo(() => compareVersions(report, comparison), [report, comparison]);
  if (differences.size === 0) return null;
  // Both halves are in view, but web and API are compared over the later one only, so the title names it.
  const scansText =
    comparison?.compared === 'halves'
      ? ` over ${periodNamesOf(comparison, wording.locale).now}`
      : '';
  const title = `Web versus API${scansText}`;
  const labelOf = (platform: string) =>
    report.series.find(({ key }) => key === platform)?.label ?? platform;
  const sizeText = (size: number) =>
    unsignedChange(size, wording.unit, wording.locale, wording.decimals);
  return (
    <Card>
      <section className={styles['versions']} aria-label={title}>
        <h2>{title}</h2>
        <dl>
          {versionPairs.map(({ web, api }) => {
            const difference = differences.get(api);
            return (
              difference && (
                <div key={api}>
                  <dt>{labelOf(web)}</dt>
                  <dd data-kind={difference.verdict.kind}>
                    {versionSentence(difference, sizeText)}
                  </dd>
                </div>
              )
            );
          })}
        </dl>
      </section>
    </Card>
  );
}
