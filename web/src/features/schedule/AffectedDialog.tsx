import { shortDayText } from '@dentin/kit/date-text'
import { Dialog } from '../../ui/heavy.ts'
import type { Affected } from './hooks.ts'
import s from './schedule.module.css'

/** Who is booked where the change leaves no doctor: read first, then saved all the same and dealt with. */
export function AffectedDialog({
  affected,
  onGo,
  onClose,
}: {
  affected: readonly Affected[]
  onGo: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      title={`影响 ${affected.length} 位已约患者`}
      width={520}
      onClose={onClose}
      onSubmit={onGo}
      submitText="仍要生效，再逐个处理"
      danger
    >
      <p className="t-13 secondary">生效后，下面的预约会落在医生不接诊的时间，需要改约、转给其他医生或通知患者。</p>
      <ul>
        {affected.map((each) => (
          <li key={each.id} className={s.line}>
            <span className={s.lineHead}>
              <span className="bold">{each.name}</span>
              <span className="num t-13">
                {shortDayText(each.startTime)} {each.startTime.slice(11, 16)}–{each.endTime.slice(11, 16)}
              </span>
              <span className="t-13 secondary">
                {each.doctorName}　{each.title}
              </span>
            </span>
            <span className="t-13 danger">{each.reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
