import { useLocation } from '@tanstack/react-router';
import { type Dispatch, useEffect, useRef } from 'react';
import type { ScanOptions } from '../../../contract/sightline/scans.ts';
import { whereAndWhenHash } from '../../scans/where-and-when-hash.ts';
import type { DraftQuestion } from '../draft.ts';
import type { DraftAction } from '../draft-reducer.ts';
import { type FieldErrors, scanSettingsPrefix } from '../draft-request.ts';
import { FormSection } from '../form-section.tsx';
import { readPasted } from '../pasted-questions.ts';
import type { ScanSettingsDraft } from '../scan-settings-draft.ts';
import { TextField } from '../text-field.tsx';
import { EstimateBox } from './estimate-box.tsx';
import { PlatformChoice } from './platform-choice.tsx';
import { RegionChoice } from './region-choice.tsx';
import { estimateScans, findShortfalls } from './scan-estimate.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import styles from './where-and-when.module.css';

interface WhereAndWhenProps {
  draft: ScanSettingsDraft;
  /** The questions in the form, and those that were typed or pasted and are not in the list yet. */
  questions: readonly DraftQuestion[];
  pasted: string;
  scanOptions: ScanOptions;
  errors: FieldErrors;
  dispatch: Dispatch<DraftAction>;
}

/** The number of questions that a scan would ask, once each. */
const countAsked = (questions: readonly DraftQuestion[], pasted: string): number =>
  questions.filter(({ isRemoved, isRetired }) => !(isRemoved || isRetired)).length +
  readPasted(pasted, questions).added.length;

const inDollars = { remark: 'US dollars', inputMode: 'decimal' } as const;

/** The part of the form that says which platforms are asked from where, when and for how much, with an estimate. */
export function WhereAndWhen(props: WhereAndWhenProps) {
  const { draft, questions, pasted, scanOptions, errors, dispatch } = props;
  const { platforms: offered, doubtfulRegions, hostCeilingUsd } = scanOptions;
  const isTarget = useLocation({ select: ({ hash }) => hash === whereAndWhenHash });
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTarget) start.current?.scrollIntoView();
  }, [isTarget]);
  const change = (fields: Partial<ScanSettingsDraft>) => dispatch({ type: 'collection', fields });
  const errorOf = (field: keyof ScanSettingsDraft) => errors.get(`${scanSettingsPrefix}${field}`);
  const fieldOf = (field: 'runs' | 'scanCeilingUsd' | 'monthCeilingUsd') => ({
    error: errorOf(field),
    value: draft[field],
    onText: (text: string) => change({ [field]: text }),
  });
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
          doubtful={doubtfulRegions}
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
            inputMode="numeric"
            {...fieldOf('runs')}
          />
        </div>
        <ScheduleFields draft={draft} errorOf={errorOf} onChange={change} />
        <div className={styles['columns']}>
          <TextField label="Ceiling of a scan" {...inDollars} {...fieldOf('scanCeilingUsd')} />
          <TextField label="Ceiling of a month" {...inDollars} {...fieldOf('monthCeilingUsd')} />
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
