import {
  type LatestFiguresInput,
  latestFiguresOf,
} from '../../../figures/sentences/latest-figures.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../layout/page.module.css';

/** The key figures of a timeline that is not compared with another period. */
export function LatestStrip(props: LatestFiguresInput) {
  return (
    <Card>
      <dl className={styles['strip']}>
        {latestFiguresOf(props).map(({ key, name, text }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
