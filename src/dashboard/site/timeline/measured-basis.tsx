import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { countsQuery } from '../../api/sightline/counts.ts';
import { newestScansQuery } from '../../api/sightline/scans.ts';
import { usePageSettings } from '../../session/use-session.ts';
import type { TimelineQuestion } from '../question/search.ts';
import { countAnswers } from '../report/answer-counts.ts';
import { counted } from '../report/figures.ts';
import { newestScanText } from './newest-scan.ts';
import styles from './timeline-page.module.css';
import type { View } from './use-view.ts';

export interface MeasuredBasisProps {
  siteId: string;
  /** The query of the report in view, with every day that is compared. */
  question: TimelineQuestion;
  view: View;
  /** True while the view belongs to an earlier question. */
  isOld: boolean;
}

/** How many answers stand behind the scans in view, and whether a newer scan is to come or failed. */
export function MeasuredBasis({ siteId, question, view, isOld }: MeasuredBasisProps): ReactNode {
  const { capabilities } = usePageSettings();
  const { scans, order } = view.model;
  const { data: counts } = useQuery({
    ...countsQuery(siteId, question),
    enabled: capabilities.includes('counts') && !isOld,
  });
  const { data: newest } = useQuery({
    ...newestScansQuery(siteId),
    enabled: capabilities.includes('scans'),
  });
  const total = counts ? countAnswers(counts, scans) : null;
  const { locale } = view.wording;
  const text =
    total &&
    `based on ${counted(total.answers, 'answer', 'answers', locale)} to ${counted(total.prompts, 'prompt', 'prompts', locale)}`;
  // An earlier view keeps its own until the next one is there.
  const [last, setLast] = useState(text);
  if (!isOld && last !== text) setLast(text);
  const basis = isOld ? last : text;
  const lastInView = scans[order.at(-1) ?? -1]?.scanId ?? null;
  const status = newest ? newestScanText(newest, lastInView, Date.now()) : null;
  return (
    <>
      {basis && ` · ${basis}`}
      {status && (
        <span className={styles['screenOnly']}>
          {' · '}
          {status}
        </span>
      )}
    </>
  );
}
