import { Button } from '@mantine/core';
import type { KycCaseDetail } from '@pelican/shared/contracts/kyc';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kycFileQuery } from '../../../api/kyc-cases.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useObjectAddress } from '../../../ui/use-object-address.ts';
import { useKeys } from '../keys/use-keys.ts';
import styles from './kyc.module.css';

type CaseFile = KycCaseDetail['files'][number];

/** The files beside each other. */
export function CaseFiles({ caseId, files }: { caseId: number; files: readonly CaseFile[] }) {
  const { t } = useTranslation('ops-kyc');
  const grid = useRef<HTMLDivElement>(null);
  useKeys({ z: () => grid.current?.querySelector('button')?.click() });
  return (
    <section className={styles.files}>
      <h3>{t('files')}</h3>
      <div ref={grid} className={styles.grid}>
        {files.map((file) => (
          <Picture key={file.id} caseId={caseId} file={file} />
        ))}
      </div>
    </section>
  );
}

function Picture({ caseId, file }: { caseId: number; file: CaseFile }) {
  const { t } = useTranslation('ops-kyc');
  const { data, error, refetch } = useQuery(kycFileQuery(caseId, file.id));
  const address = useObjectAddress(data);
  const [isLarge, setLarge] = useState(false);
  const name = t(`field.${file.field}`);
  if (error && !data) return <ErrorState title={t('fileNotLoaded')} error={error} onRetry={() => void refetch()} />;
  return (
    <figure className={styles.picture}>
      {!address ? (
        <Skeleton height={200} />
      ) : file.media_type.startsWith('video/') ? (
        <div className={styles.frame}>
          {/* biome-ignore lint/a11y/useMediaCaption: a person's own film, of which there are no captions */}
          <video src={address} controls playsInline aria-label={name} />
        </div>
      ) : (
        <button type="button" className={styles.frame} aria-label={t('zoom', { name })} onClick={() => setLarge(true)}>
          <img src={address} alt={name} />
        </button>
      )}
      <figcaption className="hint">{name}</figcaption>
      {isLarge && address && <Large name={name} address={address} onClose={() => setLarge(false)} />}
    </figure>
  );
}

const widths = [50, 100, 150, 200, 300];

function Large({ name, address, onClose }: { name: string; address: string; onClose: () => void }) {
  const { t } = useTranslation('ops-kyc');
  const [step, setStep] = useState(1);
  const [turns, setTurns] = useState(0);
  return (
    <Dialog title={name} onClose={onClose}>
      <div className={styles.tools}>
        <Button variant="default" disabled={step === 0} onClick={() => setStep(step - 1)}>
          {t('zoomOut')}
        </Button>
        <Button
          variant="default"
          data-autofocus
          disabled={step === widths.length - 1}
          onClick={() => setStep(step + 1)}
        >
          {t('zoomIn')}
        </Button>
        <Button variant="default" onClick={() => setTurns(turns + 1)}>
          {t('rotate')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className={styles.large} tabIndex={0} aria-label={name}>
        <img src={address} alt={name} style={{ width: `${widths[step]}%`, rotate: `${turns * 90}deg` }} />
      </section>
    </Dialog>
  );
}
