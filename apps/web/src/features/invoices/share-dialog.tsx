import { Button } from '@mantine/core';
import type { Invoice } from '@pelican/shared/contracts/invoices';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { payPath } from '../../platform/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Amount } from '../../ui/numbers.tsx';
import styles from './invoices.module.css';
import { WholeTime } from './whole-time.tsx';

const qrSize = 192;

/** The link of an invoice, for the person who is to pay it. */
export function ShareDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const link = new URL(payPath(invoice.id), window.location.origin).href;
  const share = () => {
    // Closing the sheet of the system is no failure.
    navigator.share({ title: t('share.title'), url: link }).catch(() => undefined);
  };
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <div className={styles.form}>
        <p className="muted">{t('share.about')}</p>
        <div className={styles.qr}>
          <QRCodeSVG value={link} size={qrSize} marginSize={4} title={t('share.qr')} />
        </div>
        <p className={styles.link}>
          <span className="mono">{link}</span>
          <CopyButton text={link} label={t('share.copy')} />
        </p>
        <dl className={styles.facts}>
          <dt>{t('column.amount')}</dt>
          <dd>
            <Amount value={invoice.amount} decimals={18} ticker={invoice.ticker} withTicker />
          </dd>
          <dt>{t('column.expires')}</dt>
          <dd>
            <WholeTime seconds={invoice.expires_at} />
          </dd>
        </dl>
        <div className={styles.buttons}>
          {'share' in navigator && (
            <Button variant="default" onClick={share}>
              {t('share.verb')}
            </Button>
          )}
          <Button onClick={onClose}>{t('share.close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
