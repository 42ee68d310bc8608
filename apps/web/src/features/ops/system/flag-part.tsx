import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WholeMoment } from '../parts/whole-moment.tsx';

interface FlagPartProps {
  title: string;
  about: string;
  flag: SystemFlagsView[keyof SystemFlagsView];
  children: ReactNode;
}

/** A part of the page: what is set, and who has set it. */
export function FlagPart({ title, about, flag: { updated_by, updated_at }, children }: FlagPartProps) {
  const { t } = useTranslation('ops-system');
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className="hint">{about}</p>
      {children}
      <p className="hint">
        {updated_by === null || updated_at === null ? (
          t('never')
        ) : (
          <>
            {t('set', { operator: updated_by })} · <WholeMoment seconds={updated_at} />
          </>
        )}
      </p>
    </section>
  );
}
