import { useId } from 'react';
import { findZones, listZoneNames } from '../../time/find-zones.ts';
import { Field } from '../field.tsx';
import { everyDay, type ScanSettingsDraft } from '../scan-settings-draft.ts';
import { ChoiceGroup } from './choice-group.tsx';
import styles from './where-and-when.module.css';

interface ScheduleFieldsProps {
  draft: ScanSettingsDraft;
  /** The message for a field of the draft; undefined if there is none. */
  errorOf: (field: keyof ScanSettingsDraft) => string | undefined;
  onChange: (fields: Partial<ScanSettingsDraft>) => void;
}

/** On which days scans run. */
function Days({ draft: { days }, errorOf, onChange }: ScheduleFieldsProps) {
  return (
    <ChoiceGroup title="Days" error={errorOf('days')}>
      {(control) => (
        <div className={styles['days']}>
          {everyDay.map(([day, name]) => (
            <label key={day} className={styles['day']}>
              <input
                {...control}
                aria-label={name}
                checked={days.includes(day)}
                onChange={({ currentTarget }) =>
                  onChange({
                    days: currentTarget.checked
                      ? [...days, day].sort()
                      : days.filter((other) => other !== day),
                  })
                }
              />
              <span>{name.slice(0, 3)}</span>
            </label>
          ))}
        </div>
      )}
    </ChoiceGroup>
  );
}

/** Whether scans run by themselves, on which days and at what time. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { draft, errorOf, onChange } = props;
  const zonesId = useId();
  return (
    <div className={styles['group']}>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={draft.isScheduled}
          onChange={({ currentTarget }) => onChange({ isScheduled: currentTarget.checked })}
        />
        <span>Run scans on a schedule</span>
      </label>
      {draft.isScheduled && (
        <>
          <Days {...props} />
          <div className={styles['columns']}>
            <Field label="Time" error={errorOf('time')}>
              {(connection) => (
                <input
                  {...connection}
                  type="time"
                  value={draft.time}
                  onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
                />
              )}
            </Field>
            <Field label="Time zone" error={errorOf('zone')}>
              {(connection) => (
                <>
                  <input
                    {...connection}
                    autoComplete="off"
                    spellCheck={false}
                    list={zonesId}
                    value={draft.zone}
                    onChange={({ currentTarget }) => onChange({ zone: currentTarget.value })}
                    onBlur={() => {
                      const [zone, ...others] = findZones(draft.zone);
                      if (zone !== undefined && others.length === 0) onChange({ zone });
                    }}
                  />
                  <datalist id={zonesId}>
                    {listZoneNames().map((name) => (
                      <option key={name} value={name} />
                    ))}
                  </datalist>
                </>
              )}
            </Field>
          </div>
        </>
      )}
    </div>
  );
}
