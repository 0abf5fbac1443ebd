import { useLocation } from '@tanstack/react-router';
import { type Dispatch, useEffect, useRef } from 'react';
import type { SiteCollection } from '../../../contract/sightline/collect.ts';
import { whereAndWhenHash } from '../../collecting/where-and-when-hash.ts';
import type { CollectionDraft } from '../collection-draft.ts';
import type { DraftQuestion } from '../draft.ts';
import type { DraftAction } from '../draft-reducer.ts';
import { collectionPrefix, type FieldErrors } from '../draft-request.ts';
import { FormSection } from '../form-section.tsx';
import { readPasted } from '../pasted-questions.ts';
import { TextField } from '../text-field.tsx';
import { EstimateBox } from './estimate-box.tsx';
import { PlatformChoice } from './platform-choice.tsx';
import { RegionChoice } from './region-choice.tsx';
import { estimateScans, findShortfalls } from './scan-estimate.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import styles from './where-and-when.module.css';

interface WhereAndWhenProps {
  draft: CollectionDraft;
  /** The questions in the form, and those that were typed or pasted and are not in the list yet. */
  questions: readonly DraftQuestion[];
  pasted: string;
  collection: SiteCollection;
  errors: FieldErrors;
  dispatch: Dispatch<DraftAction>;
}

/** The number of questions that a scan would ask, once each. */
const countAsked = (questions: readonly DraftQuestion[], pasted: string): number =>
  questions.filter(({ isRemoved, isRetired }) => !(isRemoved || isRetired)).length +
  readPasted(pasted, questions).added.length;

/** The part of the form that says which platforms are asked from where, when and for how much, with an estimate. */
export function WhereAndWhen(props: WhereAndWhenProps) {
  const { draft, questions, pasted, collection, errors, dispatch } = props;
  const { platforms: offered, hostCeilingUsd } = collection;
  const isTarget = useLocation({ select: ({ hash }) => hash === whereAndWhenHash });
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTarget) start.current?.scrollIntoView();
  }, [isTarget]);
  const change = (fields: Partial<CollectionDraft>) => dispatch({ type: 'collection', fields });
  const errorOf = (field: keyof CollectionDraft) => errors.get(`${collectionPrefix}${field}`);
  const estimate = estimateScans(draft, offered, countAsked(questions, pasted));
  return (
    <div ref={start} id={whereAndWhenHash} className={styles['anchor']}>
      <FormSection
        title="Where and when"
        about="Which AI platforms are asked, from where and how often, and the most that it may cost."
      >
        <PlatformChoice
          offered={offered}
          chosen={draft.platforms}
          regions={draft.regions}
          error={errorOf('platforms')}
          onChoose={(platforms) => change({ platforms })}
        />
        <RegionChoice
          regions={draft.regions}
          error={errorOf('regions')}
          onChoose={(regions) => change({ regions })}
        />
        <div className={styles['columns']}>
          <TextField
            label="Times that each question is asked"
            hint="Answers vary. Asking several times makes figures steadier, and costs as many times more."
            error={errorOf('runs')}
            value={draft.runs}
            inputMode="numeric"
            onText={(runs) => change({ runs })}
          />
        </div>
        <ScheduleFields draft={draft} errorOf={errorOf} onChange={change} />
        <div className={styles['columns']}>
          <TextField
            label="Ceiling of a scan"
            remark="US dollars"
            error={errorOf('scanCeilingUsd')}
            value={draft.scanCeilingUsd}
            inputMode="decimal"
            onText={(scanCeilingUsd) => change({ scanCeilingUsd })}
          />
          <TextField
            label="Ceiling of a month"
            remark="US dollars"
            error={errorOf('monthCeilingUsd')}
            value={draft.monthCeilingUsd}
            inputMode="decimal"
            onText={(monthCeilingUsd) => change({ monthCeilingUsd })}
          />
        </div>
        <EstimateBox
          estimate={estimate}
          shortfalls={findShortfalls(draft, offered, hostCeilingUsd, estimate)}
          isInvented={offered.some(({ invented }) => invented)}
        />
      </FormSection>
    </div>
  );
}
