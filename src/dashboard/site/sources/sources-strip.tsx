import comparisonStyles from '../comparison/comparison.module.css';
import { Figure } from '../comparison/figure.tsx';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { countText } from '../series/figures.ts';
import { CitedNotNamedLink } from './cited-not-named-link.tsx';
import { countOwnAnswers, ownDomainsOf, type Sources, shareOf } from './model.ts';
import { partText, shareText, unknownFigure } from './words.ts';

interface SourcesStripProps {
  sources: Sources;
  /** The tracked brand's name, or “the tracked brand” if it is unknown. */
  brandName: string;
}

/** How many answers cite any source, a domain of the tracked brand, and such a domain without naming the brand. */
export function SourcesStrip({ sources, brandName }: SourcesStripProps) {
  const { answers, answersWithSources, citedNotNamed } = sources;
  const ownCount = countOwnAnswers(sources);
  return (
    <StripFrame size="figures">
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
              name={`cite a domain of ${brandName}`}
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
                    domainsName={`a domain of ${brandName}`}
                    count={citedNotNamed}
                  >
                    {countText(citedNotNamed, undefined)}
                  </CitedNotNamedLink>
                )
              }
              name="cited, not named"
              remark={`answers that cite a domain of ${brandName} without naming ${brandName}`}
            />
          </>
        )}
      </dl>
    </StripFrame>
  );
}
