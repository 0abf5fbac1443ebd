import type { Answer } from '../../../contract/sightline/answers.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { pageLocale } from '../../locale.ts';
import { Folded } from '../../ui/folded.tsx';
import styles from './answers.module.css';
import type { Names } from './names.ts';
import { hostOf } from './web-address.ts';

type Citation = Answer['citations'][number];

/** Who owns a source: the tracked brand (shown as "own"), another brand (shown by name), or a third party. */
function Owner({ owner, names }: { owner: Citation['owner']; names: Names }) {
  if (!owner) return <span className={styles['pill']}>third party</span>;
  const { name, kind } = names.brandOf(owner.id);
  return kind === 'tracked' ? (
    <span className={styles['pill']} data-tone="good">
      own
    </span>
  ) : (
    <span className={styles['pill']} data-tone={kind === null ? undefined : 'warn'}>
      <bdi>{owner.name || name}</bdi>
    </span>
  );
}

function Source({ citation }: { citation: Citation }) {
  const { url, title, domain } = citation;
  const shownName = domain || (url && hostOf(url)) || url || 'unknown address';
  const content = (
    <>
      <b>
        <bdi>{shownName}</bdi>
      </b>
      {title && (
        <small>
          <bdi>{title}</bdi>
        </small>
      )}
    </>
  );
  if (url === null || hostOf(url) === null) return <span>{content}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}

interface SourceListProps {
  sources: readonly Citation[];
  names: Names;
  label: string;
  isNumbered?: boolean;
}

/** Explains why an answer has no sources. @param searched whether it searched the web; null if unknown */
function explainNoSources(searched: boolean | null): string {
  if (searched === null) return 'No sources are stored for this answer.';
  return searched ? 'Searched the web and cited nothing.' : 'Answered without a web search.';
}

/** Sources in order, each with its owner and, if texts can refer to it, its number. */
function SourceList({ sources, names, label, isNumbered = false }: SourceListProps) {
  // An answer may cite a page twice, so an address is not a unique key.
  const numberedSources = sources.map((source, index) => ({ source, number: index + 1 }));
  return (
    <ol className={styles['sources']} aria-label={label}>
      {numberedSources.map(({ source, number }) => (
        <li key={number}>
          <span>{isNumbered && number}</span>
          <Source citation={source} />
          <Owner owner={source.owner} names={names} />
        </li>
      ))}
    </ol>
  );
}

/** An answer's citations in order, and what its searches found besides, and who owns each page. */
export function Citations({ answer, names }: { answer: Answer; names: Names }) {
  const { citations, retrieved, searched, sources } = answer;
  return (
    <section className={styles['part']}>
      <h3>Sources</h3>
      {citations.length > 0 && (
        <SourceList sources={citations} names={names} label="Sources" isNumbered />
      )}
      {citations.length === 0 && (
        <p className={styles['quiet']}>
          {sources === null || sources === 0
            ? explainNoSources(searched)
            : 'The addresses of this answer’s sources are not stored.'}
        </p>
      )}
      {retrieved.length > 0 && (
        <Folded
          summary={`${countWithNoun(retrieved.length, 'page', 'pages', pageLocale())} found but not cited`}
        >
          <SourceList sources={retrieved} names={names} label="Found but not cited" />
        </Folded>
      )}
    </section>
  );
}
