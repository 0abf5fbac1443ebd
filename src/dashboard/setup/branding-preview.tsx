import type { CSSProperties } from 'react';
import { isAccent } from '../../contract/sightline/branding.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { Cover } from '../site/report/cover.tsx';
import sheet from '../site/report/document.module.css';
import { BrandLogo } from '../ui/brand-logo.tsx';
import { toReadableAccent } from '../ui/readable-accent.ts';
import styles from './branding-preview.module.css';
import type { ClientDraft } from './client-draft.ts';

const schemes = [
  { scheme: 'light', name: 'Shared page' },
  { scheme: 'dark', name: 'Shared page, dark' },
] as const;

type BrandStyle = CSSProperties & { '--brand'?: string };

const brandStyleOf = (accent: string | null, scheme: 'light' | 'dark'): BrandStyle =>
  accent === null ? {} : { '--brand': toReadableAccent(accent)[scheme].text };

/** Shows how a client's logo, colour and name look on shared pages, in both colour schemes, and on a report. */
export function BrandingPreview({ draft }: { draft: ClientDraft }) {
  const { brand } = usePageSettings();
  const name = draft.reportName.trim() || draft.name.trim() || 'Client';
  const accent = isAccent(draft.accent) ? draft.accent : brand.accent;
  const logo = draft.logo || null;
  const hasBranding = `${draft.reportName}${draft.logo}${draft.accent}` !== '';
  // Pages of a client without branding show the host's logo.
  const pageLogo = hasBranding ? logo : brand.logo;
  const borderTopColor = accent === null ? undefined : toReadableAccent(accent).light.line;
  return (
    <div className={styles['previews']}>
      {schemes.map((shown) => (
        <figure key={shown.scheme} className={styles['preview']}>
          <figcaption>{shown.name}</figcaption>
          <div
            aria-hidden="true"
            className={styles['page']}
            data-scheme={shown.scheme}
            style={brandStyleOf(accent, shown.scheme)}
          >
            <BrandLogo brand={{ name, logo: pageLogo, accent }} />
          </div>
        </figure>
      ))}
      <figure className={`${styles['preview']} ${styles['report']}`}>
        <figcaption>Report, on screen and on paper</figcaption>
        <div
          aria-hidden="true"
          className={`${sheet['sheet']} ${styles['paper']}`}
          style={{ borderTopColor }}
        >
          <Cover
            level={2}
            model={{
              agency: brand,
              client: { name, logo },
              kind: 'Visibility report',
              subject: draft.name.trim() || 'Client',
              site: '',
              period: 'The last 30 days',
              comparisonText: '',
              isSample: false,
            }}
          />
        </div>
      </figure>
    </div>
  );
}
