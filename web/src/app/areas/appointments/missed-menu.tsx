import { appointmentStates } from '@dentin/contract/core/status'
import { appointment } from '@dentin/contract/appointment'
import type { BookedCard } from '../../../features/reporting/index.ts'
import { ApiError, send } from '../../../lib/client.ts'
import { useCan } from '../../../lib/permission.ts'
import { IconButton, toast, Menu } from '../../../ui/index.ts'

/** 改约, 取消 and 忽略 of somebody who did not come. */
export function MissedMenu({
  card,
  onOpen,
  onDone,
}: {
  card: BookedCard
  onOpen: (id: string) => void
  onDone: () => void
}) {
  const may = useCan()
  const handle = async (how: 2 | 3 | 4) => {
    try {
      await send(appointment.handleMissed, { id: card.id, version: card.version, how })
      toast.success({ 2: '已记为取消', 3: '已加入今日随访', 4: '已忽略' }[how])
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    } finally {
      onDone()
    }
  }
  const missed = appointmentStates.is(card.status, 'missed')
  return (
    <Menu
      align="end"
      items={[
        { key: 'open', label: '改约、补签到', icon: 'calendar-clock', onSelect: () => onOpen(card.id) },
        ...(missed && may('/myAppointmentBoard:cancel')
          ? [
              ...(card.patientId
                ? [
                    {
                      key: 'follow',
                      label: '加入随访',
                      icon: 'phone-call' as const,
                      onSelect: () => void handle(3),
                    },
                  ]
                : []),
              { key: 'cancel', label: '记为取消', icon: 'calendar-x' as const, onSelect: () => void handle(2) },
              { key: 'ignore', label: '忽略', icon: 'x' as const, onSelect: () => void handle(4) },
            ]
          : []),
      ]}
    >
      <IconButton icon="dots" label={`处理 ${card.name} 的未到`} size="xs" />
    </Menu>
  )
}
