import { Switch } from '@mantine/core';
import { type NoticeChannel, type NoticeChoice, noticeChannels } from '@pelican/shared/contracts/notices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { changeNoticeChoice, noticeChoicesQuery } from '../../api/notices.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { notify } from '../../ui/notify.ts';
import { ErrorState } from '../../ui/states.tsx';
import styles from './notice-choices.module.css';

/** Over which channels notices come: a row for each category, a switch for each channel. */
export function NoticeChoices() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(noticeChoicesQuery);
  const { data: profile } = useQuery(generalSettingsQuery);
  const change = useMutation({
    mutationFn: changeNoticeChoice,
    onSuccess: (choices) => client.setQueryData(noticeChoicesQuery.queryKey, choices),
    onError: (failure) => notify.error(messagesOf(failure).join(' '), { title: t('notices.failed') }),
  });
  if (error) return <ErrorState title={t('notices.notLoaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="hint">{t('notices.loading')}</p>;
  const isOn = (choice: NoticeChoice) => {
    const { variables, isPending } = change;
    const isChanging = isPending && variables.category === choice.category && variables.channel === choice.channel;
    return isChanging ? variables.enabled : choice.enabled;
  };
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`notices.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.result.map(({ category, channels }) => (
            <tr key={category}>
              <th scope="row">
                {t(`notices.category.${category}`)}
                <p className="hint">{t(`notices.about.${category}`)}</p>
              </th>
              {noticeChannels.map((channel: NoticeChannel) => {
                const { enabled, forced } = channels[channel];
                const label = `${t(`notices.category.${category}`)}: ${t(`notices.channel.${channel}`)}`;
                return (
                  <td key={channel}>
                    <Switch
                      label={<span className="visually-hidden">{label}</span>}
                      classNames={{
                        root: styles.unpositioned ?? '',
                        body: styles.unpositioned ?? '',
                        label: styles.target ?? '',
                      }}
                      title={forced ? t('notices.forced') : undefined}
                      disabled={forced}
                      checked={isOn({ category, channel, enabled })}
                      onChange={(event) => change.mutate({ category, channel, enabled: event.currentTarget.checked })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {profile?.phone === null && <p className="hint">{t('notices.phone')}</p>}
    </>
  );
}
