import { regionLabel } from '../../../contract/region-label.ts';
import type { DoubtfulRegion, OfferedPlatform } from '../../../contract/sightline/scans.ts';
import { price } from '../../scans/money.ts';
import { platformName } from '../../scans/progress-words.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { canAskFrom } from './scan-estimate.ts';
import styles from './where-and-when.module.css';

interface PlatformChoiceProps {
  offered: readonly OfferedPlatform[];
  chosen: readonly string[];
  /** The chosen regions. */
  regions: readonly string[];
  doubtful: readonly DoubtfulRegion[];
  error: string | undefined;
  onChoose: (platforms: readonly string[]) => void;
}

/** Why a platform is not asked for some of the chosen regions; null if it is asked for all. */
function describeRefusedRegions(platform: OfferedPlatform, regions: readonly string[]) {
  const refused = regions.filter((region) => !canAskFrom(platform, region));
  if (refused.length === 0) return null;
  return platform.takesLocation
    ? 'Asked only with a location: it needs one.'
    : `Not asked for ${nameRegions(refused)}, since no location can be sent to it.`;
}

const nameRegions = (regions: readonly string[]): string =>
  new Intl.ListFormat('en').format(regions.map((code) => regionLabel(code)));

/** Which of the chosen regions a platform may refuse, in sentences. @param doubtful the platform's own */
function describeDoubts(
  doubtful: readonly DoubtfulRegion[],
  regions: readonly string[],
): readonly string[] {
  const concerned = (isRefused: boolean): string[] =>
    regions.filter((region) => {
      const own = doubtful.filter(
        (one) => region.split(/[:-]/)[0] === one.region || region === one.region,
      );
      return own.length > 0 && own.some(({ refusedAt }) => refusedAt !== null) === isRefused;
    });
  const [refused, reported] = [concerned(true), concerned(false)];
  return [
    ...(refused.length === 0
      ? []
      : [`${nameRegions(refused)} may be refused: the platform did so in the last seven days.`]),
    ...(reported.length === 0
      ? []
      : [`${nameRegions(reported)} may be refused: others report that the platform does so.`]),
  ];
}

/** Which platforms are asked, with their prices, what is missing to connect them, and which regions they cannot take. */
export function PlatformChoice(props: PlatformChoiceProps) {
  const { offered, chosen, regions, doubtful, error, onChoose } = props;
  const known = new Set<string | null>(offered.map(({ id }) => id));
  const unknown = chosen.filter((id) => !known.has(id));
  const toggle = (id: string, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <ChoiceGroup title="Platforms" error={error}>
      {(control) => (
        <ul className={styles['platforms']}>
          {offered.map((platform) => {
            const { id, name, model, connected, missing, invented, estimateUsd } = platform;
            const isChosen = chosen.includes(id ?? '');
            const refused = isChosen ? describeRefusedRegions(platform, regions) : null;
            const remarks = isChosen
              ? describeDoubts(
                  doubtful.filter((one) => one.platform === id),
                  regions,
                )
              : [];
            return (
              <li key={id}>
                <label className={styles['check']}>
                  <input
                    {...control}
                    checked={isChosen}
                    onChange={({ currentTarget }) => toggle(id ?? '', currentTarget.checked)}
                  />
                  <span>
                    {name || platformName(id)} <small>{model}</small>
                  </span>
                  {!invented && <small>about {price(estimateUsd ?? 0)} a question</small>}
                </label>
                {!connected && <p className={styles['remark']}>Not connected. {missing}</p>}
                {refused && <p className={styles['remark']}>{refused}</p>}
                {remarks.map((remark) => (
                  <p key={remark} className={styles['remark']}>
                    {remark}
                  </p>
                ))}
              </li>
            );
          })}
          {unknown.map((id) => (
            <li key={id}>
              <label className={styles['check']}>
                <input {...control} checked onChange={() => toggle(id, false)} />
                <span>{platformName(id)}</span>
              </label>
              <p className={styles['remark']}>This service cannot ask it.</p>
            </li>
          ))}
        </ul>
      )}
    </ChoiceGroup>
  );
}
