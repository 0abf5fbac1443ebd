import type { CSSProperties, ReactNode } from 'react';
import type { Definition } from '../../../figures/series/definitions.ts';
import { ChartPicture } from '../picture/chart-picture.tsx';
import { Cover } from './cover.tsx';
import styles from './document.module.css';
import { splitPages } from './first-page.ts';
import { SectionHeading, type TitleLevel } from './heading.tsx';
import { HeadlineView, MovedView } from './headline-view.tsx';
import type { DocumentModel, DocumentSection } from './model.ts';
import { sectionTitles } from './sections.ts';
import { chartSizes } from './sizes.ts';
import { MatrixView, TableView } from './tables.tsx';

/** A section's heading, the line below the heading, and the content. */
function contentOf(section: DocumentSection): {
  title: string;
  basis?: string;
  content: ReactNode;
} {
  const title = sectionTitles[section.name];
  if ('missingText' in section) return { title, content: <p>{section.missingText}</p> };
  switch (section.name) {
    case 'headline':
      return {
        title: section.sentence || title,
        content: <HeadlineView section={section} />,
      };
    case 'moved':
      return {
        title,
        basis: section.basis,
        content: <MovedView section={section} />,
      };
    case 'chart':
      return {
        title: section.title,
        content: (
          <>
            <ChartPicture {...section.picture} />
            <ChartPicture {...section.picture} {...chartSizes.landscape} />
            {section.notes.map((note) => (
              <p key={note} className={styles['basis']}>
                {note}
              </p>
            ))}
          </>
        ),
      };
    case 'table':
      return {
        title: `${section.title}, all figures`,
        basis: section.basis,
        content: <TableView {...section} />,
      };
    case 'matrix':
      return {
        title: section.title,
        basis: section.basis,
        content: <MatrixView section={section} />,
      };
    case 'sources':
      return { title, basis: section.basis, content: <TableView {...section} title={title} /> };
    case 'method':
      return {
        title,
        content: (
          <>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <dl className={styles['definitions']}>
              {section.definitions.map(({ term, meaning }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </>
        ),
      };
  }
}

/** What was measured, when the report was made, and a link to the live page. */
const Facts = ({ facts, link }: DocumentModel) => (
  <dl className={styles['facts']}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    {link !== null && (
      <div className={styles['link']}>
        <dt>Live page (requires access)</dt>
        <dd>
          <a href={link}>{link.replace(/^https?:\/\//, '').replace(/\?.*/, '')}</a>
        </dd>
      </div>
    )}
  </dl>
);

interface ReportDocumentProps {
  model: DocumentModel;
  /** The level of the report's title. */
  level: TitleLevel;
}

/** The client's or the agency's colour for the sheet's edge; a value not written as #rrggbb is ignored. */
const accentOf = ({ accent }: DocumentModel): CSSProperties =>
  accent !== null && /^#[0-9a-f]{6}$/i.test(accent) ? { borderTopColor: accent } : {};

/** Explains words of a section that a reader may not know. */
function Explanations({ terms }: { terms: readonly Definition[] }) {
  if (terms.length === 0) return null;
  return (
    <dl className={styles['terms']}>
      {terms.map(({ term, meaning }) => (
        <div key={term}>
          <dt>{term}:</dt> <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * A report for screen and paper, always on a light sheet. Depends on nothing but its model, so that the page and
 * the command that writes reports render it alike.
 */
export function ReportDocument({ model, level }: ReportDocumentProps) {
  const { intro, emptyReason, explanations } = model;
  const { first, others, isPage } = splitPages(model);
  const renderSection = (section: DocumentSection) => {
    const { title, basis = '', content } = contentOf(section);
    return (
      <div key={section.name} className={styles['section']} data-section={section.name}>
        <SectionHeading level={level}>{title}</SectionHeading>
        {basis !== '' && <p className={styles['basis']}>{basis}</p>}
        {content}
        <Explanations terms={explanations.get(section.name) ?? []} />
      </div>
    );
  };
  return (
    <article className={styles['sheet']} aria-label="Report" style={accentOf(model)}>
      <div className={styles['first']} data-is-page={isPage || undefined}>
        <Cover model={model} level={level} />
        {intro !== '' && <p className={styles['intro']}>{intro}</p>}
        {emptyReason !== null && <p>{emptyReason}</p>}
        {first.map(renderSection)}
      </div>
      <Facts {...model} />
      {others.map(renderSection)}
    </article>
  );
}
