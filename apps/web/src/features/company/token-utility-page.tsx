import './messages.ts';
import type { TradeSettings } from '@pelican/shared/contracts/settings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { tradeSettingsQuery } from '../../api/spot.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, signInPath, tokenPath, tokenUtilityPath, tradePath } from '../../platform/paths.ts';
import { ratePercent } from '../../terminal/form/form-numbers.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ActionLink, Band, BandText, Facts, MarketingPage, Steps } from '../../ui/marketing/marketing.tsx';
import { pairText } from '../../ui/pair.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

import styles from './company.module.css';
import { useItems } from './use-items.ts';

interface Rates {
  pair: string;
  fee: string;
  token: string;
  tokenBuy: string;
}

function ratesOf({ coins_fee }: TradeSettings): Rates[] {
  return Object.entries(coins_fee).map(([pair, fees]) => ({
    pair,
    fee: fees.fee,
    token: fees.fee_plc,
    tokenBuy: fees.fee_plc_buy,
  }));
}

/** The rates that hold for the person, by market. */
function OwnRates() {
  const { t } = useTranslation('company');
  const { data, error, refetch } = useQuery(tradeSettingsQuery);
  const rows = useMemo(() => data && ratesOf(data), [data]);
  const columns = useMemo((): Column<Rates>[] => {
    const rate = (key: 'fee' | 'token' | 'tokenBuy'): Column<Rates> => ({
      key,
      header: t(`utility.column.${key}`),
      numeric: true,
      render: (row) => ratePercent(row[key]),
    });
    return [
      {
        key: 'pair',
        header: t('utility.column.pair'),
        card: 'headline',
        render: ({ pair }) => (
          <Link className={styles.pair} to={tradePath(pair)}>
            {pairText(pair)}
          </Link>
        ),
      },
      ...(['fee', 'token', 'tokenBuy'] as const).map(rate),
    ];
  }, [t]);
  return (
    <DataTable
      caption={t('utility.rates')}
      columns={columns}
      rows={rows}
      rowKey={({ pair }) => pair}
      skeletonRows={4}
      empty={<EmptyState text={t('token.noMarket')} />}
      error={
        error && !data ? <ErrorState title={t('utility.failed')} error={error} onRetry={() => void refetch()} /> : null
      }
    />
  );
}

/** /token/utility: fees in the service token. */
export function Component() {
  const { t } = useTranslation('company');
  usePageTitle(t('utility.title'));
  const itemsOf = useItems();
  const { isSignedIn } = useSession();
  return (
    <MarketingPage
      title={t('utility.heading')}
      lead={t('utility.lead')}
      actions={
        <>
          <ActionLink primary to={isSignedIn ? paths.preferences : signInPath(tokenUtilityPath)}>
            {t(isSignedIn ? 'utility.turnOn' : 'utility.signIn')}
          </ActionLink>
          <ActionLink to={tokenPath}>{t('utility.token')}</ActionLink>
        </>
      }
    >
      <Band raised title={t('utility.how')}>
        <Steps items={itemsOf('utility.steps')} />
      </Band>
      <Band title={t('utility.rates')}>
        {isSignedIn ? (
          <div className={styles.more}>
            <OwnRates />
          </div>
        ) : (
          <BandText>{t('utility.visitor')}</BandText>
        )}
      </Band>
      <Band raised title={t('utility.know')}>
        <Facts items={itemsOf('utility.facts')} />
      </Band>
    </MarketingPage>
  );
}
