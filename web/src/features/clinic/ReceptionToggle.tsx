import { isReceiving, receptionName } from '@dentin/contract/core/status'
import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { cx, Icon, toast } from '../../ui/index.ts'
import { useSetWorkStatus, useWorkStatus } from './hooks.ts'
import type { Waiting } from './StillWaiting.tsx'
import s from './clinic.module.css'

const StillWaiting = deferred(async () => (await import('./StillWaiting.tsx')).StillWaiting)

/** The doctor's own switch: 接诊中 (0 or 2) or 已停诊 (1). Stopping shows who still waits. Nothing for other posts. */
export function ReceptionToggle({ onShowWaiting }: { onShowWaiting?: () => void }) {
  const status = useWorkStatus()
  const set = useSetWorkStatus()
  const [waiting, setWaiting] = useState<Waiting[]>([])
  const now = status.data?.registrationStatus ?? null
  if (now === null) return null
  const receiving = isReceiving(now)
  const toggle = async () => {
    if (set.isPending) return
    try {
      const answer = await set.mutateAsync({ status: receiving ? 1 : 0 })
      toast.success(answer.message)
      setWaiting(answer.waiting)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Error')
    }
  }
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={receiving}
        aria-label={receiving ? '接诊中，按下停止接诊' : '已停诊，按下继续接诊'}
        title={receiving ? '停止接诊' : '继续接诊'}
        className={cx(s.reception, receiving && s.receiving)}
        aria-busy={set.isPending}
        onClick={() => void toggle()}
      >
        <Icon name={receiving ? 'play' : 'pause'} size={14} />
        {receptionName(now)}
      </button>
      {waiting.length > 0 && (
        <StillWaiting waiting={waiting} onClose={() => setWaiting([])} onShowWaiting={onShowWaiting} />
      )}
    </>
  )
}
