import type { ReactNode } from 'react';
import { isTimestamp } from '../../../contract/fields.ts';
import { periodNamesOf } from '../../../figures/comparison/period-names.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { calendarDay, dayAndTime } from '../../../figures/formats/dates.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { AnswersLink } from '../answers-link.tsx';
import { Sparkline } from '../chart/sparkline.tsx';
import { Change } from '../comparison/move.tsx';
import { ShownVerdictText } from '../comparison/shown-verdict-text.tsx';
import tableStyles from '../layout/table.module.css';
import { Details } from '../panels/details.tsx';
import panelStyles from '../panels/panels.module.css';
import type { TimelineSearch } from '../search/search.ts';
import { CitedPages } from './cited-pages.tsx';
import { moveOf, type ShownMoves } from './domain-moves.ts';
import { countNotNaming } from './lists.ts';
import type { Domain, DomainPoint, Sources } from './model.ts';
import { Owner } from './owner.tsx';
import styles from './sources.module.css';
import { changeText, partText, shareText, shareWording, unknownFigure } from './words.ts';

interface DomainDrawerProps {
  search: TimelineSearch;
  zone: string;
  /** The current UTC day, YYYY-MM-DD, from which a rolling range is computed. */
  today: string;
  sources: Sources;
  moves: ShownMoves;
  /** The domain that the page's address names. */
  name: string;
  /** The domain's figures; null if the report does not list it. */
  domain: Domain | null;
  onClose: () => void;
}

const scanNameOf = ({ date, completedAt }: DomainPoint, zone: string): string => {
  if (completedAt !== null && isTimestamp(completedAt)) {
    return dayAndTime(Date.parse(completedAt), zone, pageLocale());
  }
  return date === '' ? 'Unknown scan' : calendarDay(date, pageLocale());
};

/** The trend as a table, newest scan first. */
function ScanTable({ domain, zone }: { domain: Domain; zone: string }) {
  const hasTotals = domain.points.some(({ total }) => total !== null);
  return (
    <div className={tableStyles['scroller']}>
      <table className={`${tableStyles['table']} ${styles['table']}`} aria-label="Trend by scan">
        <thead>
          <tr>
            <th scope="col">Scan</th>
            <th scope="col" data-number>
              Answers citing it
            </th>
            {hasTotals && (
              <th scope="col" data-number>
                Share
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {domain.points.toReversed().map((point) => (
            <tr key={point.scanId}>
              <th scope="row">{scanNameOf(point, zone)}</th>
              <td className={tableStyles['number']}>
                {point.answers === null ? unknownFigure : partText(point.answers, point.total)}
              </td>
              {hasTotals && <td className={tableStyles['number']}>{shareText(point.share)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DomainDetailsProps {
  domain: Domain;
  sources: Sources;
  moves: ShownMoves;
}

/** The change of a domain's share from the earlier period, and its verdict; null if they are unknown. */
function describeMove(domain: Domain, moves: ShownMoves): [string, ReactNode] | null {
  const move = moveOf(moves, domain);
  if (move === null || move === 'loading' || moves === null || typeof moves === 'string')
    return null;
  const judged = { ...move, isTracked: domain.kind === 'own', wording: shareWording };
  return [
    `Average share of a scan’s answers, compared with ${periodNamesOf(moves, pageLocale()).before}`,
    <div key="m" className={styles['links']}>
      <span>{shareText(move.now)}</span>
      <Change {...judged} />
      <ShownVerdictText {...judged} />
    </div>,
  ];
}

function DomainDetails({ domain, sources, moves }: DomainDetailsProps) {
  const { answers, share, citations, namingAnswers, namingShare } = domain;
  const move = describeMove(domain, moves);
  return (
    <Details
      items={[
        ['Owner', <Owner key="o" domain={domain} />],
        ['Share of all answers', `${shareText(share)} (${partText(answers, sources.answers)})`],
        ['Citations', citations === null ? null : countText(citations, pageLocale())],
        [
          `Answers citing it that name ${isolate(sources.trackedBrand?.name || 'the tracked brand')}`,
          namingAnswers === null
            ? null
            : `${shareText(namingShare)} (${partText(namingAnswers, answers)})`,
        ],
        [
          sources.areTrendsShares
            ? 'Trend (share of a scan’s answers)'
            : 'Trend (number of answers)',
          <div key="t" className={styles['trend']}>
            <Sparkline hasZero stroke="var(--series-1)" values={domain.trend} />
            {moves === null && <span>{changeText(domain, sources)}</span>}
          </div>,
        ],
        ...(move ? [move] : []),
      ]}
    />
  );
}

type AnswersLinksProps = Pick<DomainDrawerProps, 'name' | 'domain' | 'sources'>;

/** Links to all answers that cite a domain, and to only those that do not name the tracked brand. */
function AnswersLinks({ name, domain, sources: { trackedBrand } }: AnswersLinksProps) {
  const notNamingCount = domain && countNotNaming(domain);
  return (
    <div className={styles['links']}>
      <AnswersLink domain={[name]} className={buttonClass('plain')}>
        Read the answers that cite it
      </AnswersLink>
      {trackedBrand !== null && notNamingCount !== null && notNamingCount > 0 && (
        <AnswersLink domain={[name]} mentionsNot={trackedBrand.id} className={buttonClass('plain')}>
          Read the{' '}
          {countWithNoun(
            notNamingCount,
            'answer without the brand',
            'answers without the brand',
            pageLocale(),
          )}
        </AnswersLink>
      )}
    </div>
  );
}

/** One domain: its figures, its cited pages, and its trend by scan. */
export function DomainDrawer(props: DomainDrawerProps) {
  const { search, zone, today, sources, moves, name, domain, onClose } = props;
  const hasAnswers = useCapability('answers');
  const hasPages = useCapability('pages');
  return (
    <Drawer title={name} onClose={onClose}>
      {domain ? (
        <DomainDetails {...{ domain, sources, moves }} />
      ) : (
        <p>
          Either no answer with these filters and dates cites this domain, or it is cited too rarely
          to be listed.
        </p>
      )}
      {hasAnswers && <AnswersLinks {...{ name, domain, sources }} />}
      {hasPages && <CitedPages {...{ search, today }} domain={name} />}
      {domain && domain.points.length > 0 && (
        <section className={panelStyles['section']}>
          <h3>By scan</h3>
          <ScanTable domain={domain} zone={zone} />
        </section>
      )}
    </Drawer>
  );
}
