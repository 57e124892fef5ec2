import { usePutAway } from '../../lib/put-away.ts'
import { ownKey } from '../../lib/session.ts'
import { IconButton, LinkButton, Notice, TextButton, toast } from '../../ui/index.ts'
import { useDismissReminder, useVip } from './hooks.ts'
import { buyWords } from './model.ts'

/** The membership ends soon: a line over the page for those who look after it, until they put it away. */
export function Reminder() {
  const info = useVip().data
  const dismiss = useDismissReminder()
  const { isAway, putAway } = usePutAway()
  if (!info?.remind) return null
  const key = ownKey(`vip-reminder.${info.endDate}`)
  if (isAway(key)) return null
  return (
    <Notice
      tone="wait"
      icon="crown"
      edge
      action={
        <>
          {info.allowed.buy && (
            <LinkButton size="sm" to="/vipInfoDetail?buy=1">
              {buyWords(info)}
            </LinkButton>
          )}
          <TextButton
            tone="quiet"
            disabled={dismiss.isPending}
            onClick={() => dismiss.mutate({}, { onError: (error) => toast.error(error.message) })}
          >
            不再提醒
          </TextButton>
          <IconButton icon="x" size="xs" label="本次不再显示" onClick={() => putAway(key)} />
        </>
      }
    >
      {info.availableDays === 0 ? '门诊会员今天到期' : `门诊会员还有 ${info.availableDays} 天到期`}（
      <span className="num">{info.endDate}</span>）
    </Notice>
  )
}
