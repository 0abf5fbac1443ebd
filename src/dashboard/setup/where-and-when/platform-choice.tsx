import { regionLabel } from '../../../contract/region-label.ts';
import type { OfferedPlatform } from '../../../contract/sightline/collect.ts';
import { price } from '../../collecting/money.ts';
import { platformName } from '../../collecting/progress-words.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { canAskFrom } from './scan-estimate.ts';
import styles from './where-and-when.module.css';

interface PlatformChoiceProps {
  offered: readonly OfferedPlatform[];
  chosen: readonly string[];
  /** The chosen regions. */
  regions: readonly string[];
  error: string | undefined;
  onChoose: (platforms: readonly string[]) => void;
}

/** Why a platform is not asked for some of the chosen regions; null if it is asked for all. */
function describeRefusedRegions(platform: OfferedPlatform, regions: readonly string[]) {
  const refused = regions.filter((region) => !canAskFrom(platform, region));
  if (refused.length === 0) return null;
  const names = new Intl.ListFormat('en').format(refused.map((code) => regionLabel(code)));
  return platform.takesLocation
    ? 'Asked only with a location: it needs one.'
    : `Not asked for ${names}, since no location can be sent to it.`;
}

/** Which platforms are asked, with their prices, what is missing to connect them, and which regions they cannot take. */
export function PlatformChoice(props: PlatformChoiceProps) {
  const { offered, chosen, regions, error, onChoose } = props;
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
