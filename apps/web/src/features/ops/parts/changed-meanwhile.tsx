import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './changed-meanwhile.module.css';

/** A figure that somebody else has changed while a dialog was open. */
interface ChangedFigure {
  label: string;
  read: string;
  present: string;
}

/** What a dialog says of its figures where they are not the present ones any more. */
export interface Meanwhile {
  /** Those that the dialog shows; what is equal is left out. */
  figures: readonly ChangedFigure[];
  /** The operator goes on with the present ones. */
  take: () => void;
}

/** Says that somebody else has changed what a dialog shows, with the present figures. */
export function ChangedMeanwhile({ figures, take }: Meanwhile) {
  const { t } = useTranslation('ops');
  const textOf = (text: string) => (text === '' ? t('changes.empty') : text);
  return (
    <section role="alert" className={styles.meanwhile} aria-label={t('meanwhile.title')}>
      <h3>{t('meanwhile.title')}</h3>
      <p>{t('meanwhile.body')}</p>
      <ul>
        {figures
          .filter(({ read, present }) => read !== present)
          .map(({ label, read, present }) => (
            <li key={label}>
              {label}: <del>{textOf(read)}</del> → <ins>{textOf(present)}</ins>
            </li>
          ))}
      </ul>
      <Button variant="default" onClick={take}>
        {t('meanwhile.take')}
      </Button>
    </section>
  );
}
