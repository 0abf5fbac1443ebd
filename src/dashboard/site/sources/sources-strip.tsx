import { countText } from '../../../figures/formats/counts.ts';
import { verdictDefinition } from '../../../figures/series/column-definitions.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { pageLocale } from '../../locale.ts';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import comparisonStyles from '../comparison/comparison.module.css';
import { Figure } from '../comparison/figure.tsx';
import { MovedList } from '../comparison/moved-list.tsx';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { CitedNotNamedLink } from './cited-not-named-link.tsx';
import type { ShownMoves } from './domain-moves.ts';
import { countNotNaming, filterDomains } from './lists.ts';
import { countOwnAnswers, ownDomainsOf, type Sources, shareOf } from './model.ts';
import { partText, shareText, shareWording, unknownFigure } from './words.ts';

interface MovedDomainsProps {
  moves: ShownMoves;
  onOpen: (domain: string) => void;
}

/** The domains whose shares really moved most. */
function MovedDomains({ moves, onOpen }: MovedDomainsProps) {
  const largest = typeof moves === 'string' ? null : (moves?.largest ?? null);
  return (
    <MovedList
      moves={largest?.moves ?? []}
      wording={shareWording}
      isTracked={({ domain }) => domain.kind === 'own'}
      subjectOf={({ domain }) => domain.domain}
      explanation={<DefinitionButton {...verdictDefinition} />}
      renderLink={({ domain }, content) => (
        <button
          type="button"
          data-printed
          className={comparisonStyles['cellButton']}
          aria-haspopup="dialog"
          onClick={() => onOpen(domain.domain)}
        >
          {content}
        </button>
      )}
    >
      {moves === 'unknown' && <p>There is no comparison with an earlier period.</p>}
      {moves !== 'unknown' && largest === null && <p>Comparing domains…</p>}
      {largest?.moves.length === 0 && <p>{largest.emptyText}</p>}
    </MovedList>
  );
}

/** The domain of another owner that most answers without the tracked brand cite, with their number. */
function MostCitedWithout({ sources }: { sources: Sources }) {
  const [domain] = filterDomains(sources.domains, {
    list: 'withoutBrand',
    owner: null,
    searchWords: '',
  }).toSorted((a, b) => (countNotNaming(b) ?? 0) - (countNotNaming(a) ?? 0));
  const count = domain && countNotNaming(domain);
  if (!domain || !count) return null;
  return (
    <Figure
      value={
        <CitedNotNamedLink
          sources={sources}
          domains={[domain.domain]}
          domainsName={domain.domain}
          count={count}
        >
          {countText(count, pageLocale())}
        </CitedNotNamedLink>
      }
      name={
        <>
          cite <bdi>{domain.domain}</bdi>
        </>
      }
      remark="without naming the brand, the most of any competitor or third party"
    />
  );
}

interface SourcesStripProps extends MovedDomainsProps {
  sources: Sources;
  /** The tracked brand's name, or “the tracked brand” if it is unknown. */
  brandName: string;
}

/**
 * How many answers cite any source and a domain of the tracked brand; how many cite such a domain, or one of others,
 * without naming the brand; and which domains moved, if periods are compared.
 */
export function SourcesStrip({ sources, moves, onOpen, brandName }: SourcesStripProps) {
  const { answers, answersWithSources, citedNotNamed } = sources;
  const ownCount = countOwnAnswers(sources);
  return (
    <StripFrame size={moves === null ? 'figures' : 'short'}>
      <dl className={comparisonStyles['figures']}>
        <Figure
          value={shareText(shareOf(answersWithSources, answers))}
          name="of answers cite sources"
          remark={answersWithSources !== null && partText(answersWithSources, answers)}
        />
        {sources.trackedBrand && (
          <>
            <Figure
              value={
                ownCount
                  ? `${ownCount.isExact ? '' : 'at least '}${shareText(shareOf(ownCount.atLeast, answers))}`
                  : unknownFigure
              }
              name={`cite a domain of ${isolate(brandName)}`}
              remark={ownCount && partText(ownCount.atLeast, answers)}
            />
            <Figure
              value={
                citedNotNamed === null ? (
                  unknownFigure
                ) : (
                  <CitedNotNamedLink
                    sources={sources}
                    domains={ownDomainsOf(sources) ?? []}
                    domainsName={`a domain of ${isolate(brandName)}`}
                    count={citedNotNamed}
                  >
                    {countText(citedNotNamed, pageLocale())}
                  </CitedNotNamedLink>
                )
              }
              name="cited, not named"
              remark="cite a domain of the brand without naming it"
            />
            <MostCitedWithout sources={sources} />
          </>
        )}
      </dl>
      {moves !== null && <MovedDomains {...{ moves, onOpen }} />}
    </StripFrame>
  );
}
