import { Dialog } from '../../ui/heavy.ts'
import s from './clinic.module.css'

export interface Waiting {
  registrationId: string
  queueNo: number
  name: string
}

/** Who still waits for a doctor who has just stopped receiving. */
export default function StillWaiting({
  waiting,
  onClose,
  onShowWaiting,
}: {
  waiting: readonly Waiting[]
  onClose: () => void
  onShowWaiting?: (() => void) | undefined
}) {
  const show = () => {
    onClose()
    onShowWaiting?.()
  }
  return (
    <Dialog
      open
      title={`已停止接诊，还有 ${waiting.length} 位患者在候诊`}
      onClose={onClose}
      {...(onShowWaiting ? { cancelText: '知道了', submitText: '去候诊列表', onSubmit: show } : {})}
    >
      <p className="t-13 secondary">不会再有新的挂号。已候诊的患者保留，可继续接诊或转给其他医生。</p>
      <ul className={s.waiting}>
        {waiting.map((each) => (
          <li key={each.registrationId}>
            <span className="num secondary">{String(each.queueNo).padStart(2, '0')}</span> {each.name}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
