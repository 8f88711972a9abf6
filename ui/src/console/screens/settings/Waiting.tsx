/** Changes of where money goes, which wait for their day or for a second owner. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useSettingCall } from '../../api/settings';
import type { SettingList, WaitingSettings } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { Differences } from './Differences';

/** `keys`: only what is about these. */
export function Waiting({ list, keys }: { list: SettingList; keys?: string[] }) {
  const shown = list.waiting.filter(({ changes }) => !keys || changes.some(({ key }) => keys.includes(key)));
  return shown.map((waiting) => <One key={waiting.id} waiting={waiting} list={list} />);
}

function One({ waiting, list }: { waiting: WaitingSettings; list: SettingList }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const agree = useSettingCall('setting/agree');
  const takeBack = useSettingCall('setting/take_back');
  const by = waiting.by ?? waiting.actor;
  const at = format.time(Date.parse(waiting.force_at));
  const done = (text: string) => ({
    onSuccess: () => toast(text),
    onError: (error: { id: string; params: Record<string, string> }) => toast(say(error)),
  });
  return (
    <Notice
      tone={waiting.failure ? 'error' : 'warning'}
      title={waiting.failure ? t`Payment details could not be changed` : t`Payment details are going to change`}
      actions={
        <>
          {waiting.may_agree && !waiting.failure && (
            <Button
              small
              variant="primary"
              isPending={agree.isPending}
              onPress={() => agree.mutate({ id: waiting.id }, done(t`It is in force.`))}
            >
              {t`Agree`}
            </Button>
          )}
          <Button
            small
            isPending={takeBack.isPending}
            onPress={() => takeBack.mutate({ id: waiting.id }, done(t`It is taken back.`))}
          >
            {t`Take the change back`}
          </Button>
        </>
      }
    >
      {waiting.failure ? (
        <p>{say(waiting.failure)}</p>
      ) : (
        <p>
          <Trans>
            Asked for by {by}. In force on {at}, or as soon as another owner agrees.
          </Trans>
        </p>
      )}
      <Differences changes={waiting.changes} list={list} />
    </Notice>
  );
}
