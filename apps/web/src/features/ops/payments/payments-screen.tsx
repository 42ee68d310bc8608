import { Button, TextInput } from '@mantine/core';
import type { MethodDetail } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentMethodsQuery } from '../../../api/payments-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import './messages.ts';
import { PaymentMethodDetail } from './method-detail.tsx';
import { AddMethodDialog } from './method-dialogs.tsx';

/** Payment methods: what is open, what it costs, and changes of both. */
export function Component() {
  const { t } = useTranslation('ops-payments');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const search = (params.get('search') ?? '').slice(0, 40);
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(paymentMethodsQuery(search.trim(), offset));
  return (
    <>
      <ListScreen
        path="payments"
        title={t('title')}
        filterNames={['search']}
        filters={
          <>
            <TextInput
              flex="1 1 200px"
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              maxLength={40}
              value={search}
              onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
            />
            <Button variant="default" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          </>
        }
        query={query}
        empty={t('empty')}
        row={(method) => ({
          name: `${method.ticker} · ${method.name}`,
          about: <States method={method} />,
        })}
        detail={(id) => <PaymentMethodDetail key={id} id={Number(id)} />}
      />
      {isAdding && <AddMethodDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function States({ method: { ways } }: { method: MethodDetail }) {
  const { t } = useTranslation('ops-payments');
  return ways.map(({ action, state }) => t(`stateOf.${action}`, { state: t(`state.${state}`) })).join(' · ');
}
