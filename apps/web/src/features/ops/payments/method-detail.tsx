import { Button } from '@mantine/core';
import type { MethodDetail, MethodTerms, PaymentState } from '@pelican/shared/contracts/payments';
import { type TermName, termNames } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentMethodQuery } from '../../../api/payments-desk.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { ConfirmationsDialog } from './confirmations-dialog.tsx';
import { ChangeMethodDialog } from './method-dialogs.tsx';
import own from './payments.module.css';
import { SwitchDialog } from './switch-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';

const tones: Record<PaymentState, ChipTone> = { open: 'done', suspended: 'failed', delayed: 'attention' };
const decimals = 8;
/** Of these 0 is none. */
const limits: readonly TermName[] = ['amountMax', 'amountDay', 'amountReview', 'feeMax'];

/** One method: switches and terms of its deposits and withdrawals. */
export function PaymentMethodDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(paymentMethodQuery(id))} title={t('list.detailNotLoaded')}>
      {(method) => <Loaded method={method} />}
    </DetailState>
  );
}

function Loaded({ method }: { method: MethodDetail }) {
  const { t } = useTranslation('ops-payments');
  const { ticker, name, key, network, ways } = method;
  const [isChanging, setChanging] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const { contract, decimals, provider, description } = method;
  return (
    <article aria-label={`${ticker} ${name}`}>
      <div className={styles.head}>
        <h2>{`${ticker} · ${name}`}</h2>
        <span className="mono hint">{`${ticker}:${key}`}</span>
      </div>
      <Facts
        rows={[
          ...(network
            ? ([
                [t('network'), network.key],
                [t('confirmations'), network.confirmations],
                [t('blockSeconds'), network.blockSeconds],
                [
                  t('field.contract'),
                  contract === '' ? (
                    t('none')
                  ) : (
                    <span key="contract" className="mono">
                      {contract}
                    </span>
                  ),
                ],
                [t('field.decimals'), decimals],
              ] as const)
            : []),
          ...(provider === '' ? [] : [[t('field.provider'), provider] as const]),
          ...(description === '' ? [] : [[t('field.description'), description] as const]),
        ]}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={() => setNaming(true)}>
          {t('changeMethod')}
        </Button>
        {network && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('changeConfirmations')}
          </Button>
        )}
      </div>
      {ways.map((way) => (
        <Way key={way.action} method={method} way={way} />
      ))}
      {isNaming && <ChangeMethodDialog method={method} onClose={() => setNaming(false)} />}
      {isChanging && network && <ConfirmationsDialog network={network} onClose={() => setChanging(false)} />}
    </article>
  );
}

function Way({ method, way }: { method: MethodDetail; way: MethodTerms }) {
  const { t } = useTranslation('ops-payments');
  const { action, state, cause, levels, terms } = way;
  const [switched, setSwitched] = useState<MethodTerms['levels'][number]>();
  const [isChanging, setChanging] = useState(false);
  const amount = (text = '0') => formatUpTo(text, decimals, groupingOf(method.ticker));
  const shownTerm = (name: TermName) => {
    if (name === 'feePercent') return `${terms[name] ?? '0'} %`;
    if (limits.includes(name) && isZeroDecimal(terms[name] ?? '0')) return t('noLimit');
    return `${amount(terms[name])} ${method.ticker}`;
  };
  const rows = termNames.map((name): [string, ReactNode] => [
    t(`term.${name}`),
    <span key={name} className="tabular">
      {shownTerm(name)}
    </span>,
  ]);
  return (
    <section className={styles.part} aria-label={t(`way.${action}`)}>
      <h3>{t(`way.${action}`)}</h3>
      <p>
        <StatusChip tone={tones[state]} label={t(`state.${state}`)} />{' '}
        {cause !== null && cause !== 'operator' && <span className="hint">{t(`cause.${cause}`)}</span>}
      </p>
      <ul className={own.levels}>
        {levels.map((level) => (
          <li key={level.scope}>
            <span>
              <strong>{t(`scope.${level.scope}`)}</strong> <span className="mono">{level.object}</span>
              <span className={own.words}>
                {t(level.enabled ? 'isOn' : 'isOff')}
                {level.reason !== '' && `: ${level.reason}`}
                {level.closed !== null && (
                  <>
                    {', '}
                    {t('since')} <WholeMoment seconds={level.closed} />
                  </>
                )}
                {level.expected !== null && (
                  <>
                    {', '}
                    {t('expected')} <WholeMoment seconds={level.expected} />
                  </>
                )}
              </span>
            </span>
            <Button
              size="xs"
              variant={level.enabled ? 'danger' : 'default'}
              onClick={() => setSwitched(level)}
              aria-label={t(level.enabled ? 'closeOf' : 'openOf', {
                way: t(`way.${action}`),
                object: level.object,
              })}
            >
              {t(level.enabled ? 'close' : 'open')}
            </Button>
          </li>
        ))}
      </ul>
      <Facts rows={rows} />
      <div className={styles.actions}>
        <Button
          variant="default"
          onClick={() => setChanging(true)}
          aria-label={t('changeTermsOf', { way: t(`way.${action}`) })}
        >
          {t('changeTerms')}
        </Button>
      </div>
      {switched && <SwitchDialog level={switched} action={action} onClose={() => setSwitched(undefined)} />}
      {isChanging && <TermsDialog method={method} way={way} onClose={() => setChanging(false)} />}
    </section>
  );
}
