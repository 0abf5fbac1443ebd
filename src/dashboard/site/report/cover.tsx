import styles from './document.module.css';
import { Title, type TitleLevel } from './heading.tsx';
import type { DocumentModel } from './model.ts';

/** What the cover of a report shows. */
type CoverModel = Pick<
  DocumentModel,
  'agency' | 'client' | 'kind' | 'subject' | 'site' | 'period' | 'comparisonText' | 'isSample'
>;

interface CoverProps {
  model: CoverModel;
  level: TitleLevel;
}

/** Shows whose report it is, who made it, and which period it covers. */
export function Cover({ model, level }: CoverProps) {
  const { agency, client, kind, subject, site, period, comparisonText, isSample } = model;
  return (
    <header className={styles['cover']}>
      <div className={styles['parties']}>
        <p className={styles['agency']}>
          {agency.logo !== null && <img src={agency.logo} alt="" />}
          <span>{agency.name}</span>
        </p>
        {client.name !== null && (
          <p className={styles['client']}>
            <span>
              <small>For</small> <bdi>{client.name}</bdi>
            </span>
            {client.logo !== null && <img src={client.logo} alt="" />}
          </p>
        )}
      </div>
      <div className={styles['kindLine']}>
        <p className={styles['kind']}>{kind}</p>
        {isSample && <p className={styles['sample']}>Sample data: everything here is invented.</p>}
      </div>
      <Title level={level} className={styles['title']}>
        <bdi>{subject}</bdi>
        {subject !== site && <small> {site}</small>}
      </Title>
      <p className={styles['period']}>
        <strong>{period}</strong>
        {comparisonText}
      </p>
    </header>
  );
}
