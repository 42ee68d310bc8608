import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { clientLanguages } from '@pelican/shared/contracts/system';
import { type TextSelection, type TextView, textSelections } from '@pelican/shared/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textsQuery } from '../../../api/texts-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import './messages.ts';
import { TextChip } from './text-chip.tsx';
import { TextDetail } from './text-detail.tsx';

const searchMax = 200;
/** Between the letters of a word: each search looks through all texts. */
const typingMs = 250;
const emptyOf: Record<TextSelection, string> = { all: 'empty', changed: 'nothingChanged', stale: 'nothingStale' };

/** Texts of the client in each language, and what operators have put in place of them. */
export function Component() {
  const { t } = useTranslation('ops-texts');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const language = clientLanguages.find(({ code }) => code === params.get('language'))?.code;
  const area = params.get('area') || undefined;
  const search = (params.get('search') ?? '').slice(0, searchMax);
  const which = textSelections.find((one) => one === params.get('which')) ?? 'all';
  const [asked] = useDebouncedValue(search, typingMs);
  const query = useQuery(textsQuery({ language, area, search: asked, which, offset }));
  const isSearched = search !== '' || area !== undefined;
  return (
    <ListScreen
      path="texts"
      title={t('title')}
      filterNames={['language', 'area', 'search', 'which']}
      filters={
        <>
          <TextInput
            flex="1 1 100%"
            type="search"
            label={t('search')}
            maxLength={searchMax}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
          />
          <NativeSelect
            label={t('language')}
            value={language ?? ''}
            onChange={(event) => change({ language: event.currentTarget.value, offset: '' })}
            data={[
              { value: '', label: t('allLanguages') },
              ...clientLanguages.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          <NativeSelect
            label={t('area')}
            value={area ?? ''}
            onChange={(event) => change({ area: event.currentTarget.value, offset: '' })}
            data={[
              { value: '', label: t('allAreas') },
              ...(query.data?.areas ?? (area ? [area] : [])).map((value) => ({
                value,
                label: t(`areas.${value}`, value),
              })),
            ]}
          />
          <NativeSelect
            flex="1 1 100%"
            label={t('which')}
            value={which}
            onChange={(event) => {
              const next = event.currentTarget.value;
              change({ which: next === 'all' ? '' : next, offset: '' });
            }}
            data={textSelections.map((value) => ({ value, label: t(`selections.${value}`) }))}
          />
        </>
      }
      query={query}
      empty={t(isSearched ? 'empty' : emptyOf[which])}
      row={(text) => ({
        name: <span lang={text.language}>{shownOf(text)}</span>,
        aside: text.changed && <TextChip changed={text.changed} />,
        about: `${languageName(text)} · ${text.key}`,
      })}
      detail={(id) => <TextDetail key={id} id={id} />}
    />
  );
}

function shownOf({ changed, original }: TextView): string {
  return changed?.text ?? original ?? '';
}

function languageName({ language }: TextView): string {
  return clientLanguages.find(({ code }) => code === language)?.name ?? language;
}
