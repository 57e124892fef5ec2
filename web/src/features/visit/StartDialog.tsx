import { Dialog } from '../../ui/heavy.ts'
import { Alerts } from '../../ui/index.ts'
import type { AlertLine } from './hooks.ts'

/** Before a treatment begins: what to know of the patient, red first. */
export function StartDialog({
  name,
  alerts,
  busy,
  onStart,
  onClose,
}: {
  name: string
  alerts: readonly AlertLine[]
  busy: boolean
  onStart: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      title={`开始就诊前　${name}`}
      submitText="已知晓，开始就诊"
      cancelText="先不开始"
      busy={busy}
      onSubmit={onStart}
      onClose={onClose}
    >
      <Alerts look="large" alerts={alerts} />
    </Dialog>
  )
}
