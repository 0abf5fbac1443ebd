import { Card } from '../../ui/card.tsx';
import styles from '../page/page.module.css';
import { type LatestFiguresInput, latestFigures } from './latest-figures.ts';

/** The key figures of a timeline that is not compared with another period. */
export function LatestStrip(props: LatestFiguresInput) {
  return (
    <Card>
      <dl className={styles['strip']}>
        {latestFigures(props).map(({ key, name, text }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
