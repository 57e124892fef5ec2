import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { IconButton, Popover } from '../../ui/index.ts'
import { useMessageStatus } from './hooks.ts'

const MessagePanel = deferred(async () => (await import('./MessagePanel.tsx')).MessagePanel)

/** The bell of the navbar with what is unread, live; opens the newest messages. */
export function MessageBell({ employeeId, onGo }: { employeeId: string | null; onGo: (path: string) => void }) {
  const [open, setOpen] = useState(false)
  const unread = useMessageStatus(employeeId).data?.unread ?? 0
  const go = (path: string) => {
    setOpen(false)
    onGo(path)
  }
  return (
    <Popover
      align="end"
      open={open}
      onOpenChange={setOpen}
      content={<MessagePanel employeeId={employeeId} onGo={go} />}
    >
      <IconButton
        icon="bell"
        label={unread > 0 ? '未读消息' : '消息'}
        badge={unread}
        onPointerEnter={MessagePanel.preload}
      />
    </Popover>
  )
}
