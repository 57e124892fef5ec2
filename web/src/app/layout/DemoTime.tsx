import { shortDayText } from '@dentin/kit/date-text'
import { messaging } from '@dentin/contract/messaging'
import { formatDateTime } from '@dentin/kit/datetime'
import { behindMs, usePresent } from '../../lib/present.ts'
import { useSend } from '../../lib/query.ts'
import { Button, confirm, Menu, Notice, TextButton } from '../../ui/index.ts'

const dayAndTime = (moment: Date) => {
  const text = formatDateTime(moment)
  return `${shortDayText(text)} ${text.slice(11, 16)}`
}

/** The demo's own time, and the way back to real time; nothing where the clinic lives in real time. */
export function DemoTime({ mobile }: { mobile?: boolean }) {
  const present = usePresent(15_000)
  const leave = useSend(messaging.returnToRealTime)
  if (behindMs() === 0) return null
  const words = `演示时间 ${dayAndTime(present)}`
  const back = async () => {
    const agreed = await confirm({
      title: '回到真实时间？',
      body: '演示门诊从现在起按真实时间运行，所有人的页面一起改变，不能再回到演示时间。',
      okText: '回到真实时间',
    })
    if (!agreed) return
    leave.mutate({}, { onSuccess: () => window.location.reload() })
  }
  if (mobile)
    return (
      <Notice tone="wait" icon="clock" edge action={<TextButton onClick={() => void back()}>回到真实时间</TextButton>}>
        {words}
      </Notice>
    )
  return (
    <Menu align="end" items={[{ key: 'back', label: '回到真实时间', icon: 'clock', onSelect: () => void back() }]}>
      <Button icon="clock" iconRight="chevron-down">
        {words}
      </Button>
    </Menu>
  )
}
