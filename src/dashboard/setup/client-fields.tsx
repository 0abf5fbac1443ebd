import { useState } from 'react';
import { isAccent } from '../../contract/sightline/branding.ts';
import { BrandingPreview } from './branding-preview.tsx';
import type { ClientDraft } from './client-draft.ts';
import styles from './client-fields.module.css';
import { Field } from './field.tsx';
import { LogoField } from './logo-field.tsx';

interface ClientFieldsProps {
  draft: ClientDraft;
  /** Why fields are refused, by field name. */
  errors: ReadonlyMap<string, string>;
  onChange: (change: Partial<ClientDraft>) => void;
}

/** The colour that the picker shows while no valid one is typed. */
const initialColour = '#3a49c8';

/** The fields of a client: who it is, and how its reports and shared pages look. */
export function ClientFields({ draft, errors, onChange }: ClientFieldsProps) {
  const { accent } = draft;
  // Read once, since the user may close it.
  const [hasBranding] = useState(
    draft.reportName !== '' || draft.logo !== '' || draft.accent !== '',
  );
  return (
    <div className={styles['fields']}>
      <div className={styles['pair']}>
        <Field label="Name" error={errors.get('name')}>
          {(connection) => (
            <input
              {...connection}
              name="name"
              required
              autoComplete="off"
              value={draft.name}
              onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Website" remark="optional" error={errors.get('websiteUrl')}>
          {(connection) => (
            <input
              {...connection}
              name="websiteUrl"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.com"
              value={draft.websiteUrl}
              onChange={({ currentTarget }) => onChange({ websiteUrl: currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Industry" remark="optional" error={errors.get('industry')}>
        {(connection) => (
          <input
            {...connection}
            name="industry"
            autoComplete="off"
            value={draft.industry}
            onChange={({ currentTarget }) => onChange({ industry: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Description" remark="optional" error={errors.get('description')}>
        {(connection) => (
          <textarea
            {...connection}
            name="description"
            rows={3}
            value={draft.description}
            onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
          />
        )}
      </Field>
      <details
        className={styles['branding']}
        open={hasBranding || ['reportName', 'logo', 'accent'].some((field) => errors.has(field))}
      >
        <summary>Branding of reports and shared pages</summary>
        <div className={styles['fields']}>
          <Field
            label="Name in reports"
            remark="optional"
            hint="Shown instead of the client’s name."
            error={errors.get('reportName')}
          >
            {(connection) => (
              <input
                {...connection}
                name="reportName"
                autoComplete="off"
                placeholder={draft.name}
                value={draft.reportName}
                onChange={({ currentTarget }) => onChange({ reportName: currentTarget.value })}
              />
            )}
          </Field>
          <div className={styles['pair']}>
            <LogoField
              logo={draft.logo}
              error={errors.get('logo')}
              onChange={(logo) => onChange({ logo })}
            />
            <Field
              label="Colour"
              remark="optional"
              hint="Adjusted where text in it would be hard to read."
              error={errors.get('accent')}
            >
              {(connection) => (
                <div className={styles['colour']}>
                  <input
                    {...connection}
                    name="accent"
                    autoComplete="off"
                    spellCheck={false}
                    placeholder="#00875a"
                    value={accent}
                    onChange={({ currentTarget }) =>
                      onChange({ accent: currentTarget.value.trim() })
                    }
                  />
                  <input
                    type="color"
                    aria-label="Choose a colour"
                    value={isAccent(accent) ? accent.toLowerCase() : initialColour}
                    onChange={({ currentTarget }) => onChange({ accent: currentTarget.value })}
                  />
                </div>
              )}
            </Field>
          </div>
          <BrandingPreview draft={draft} />
        </div>
      </details>
    </div>
  );
}
