import { doctorCase } from '@dentin/contract/doctor-case'
import { useLive } from '../../lib/live.ts'
import { useCall } from '../../lib/query.ts'
import { TextButton } from '../../ui/index.ts'
import s from './doctor-case.module.css'

/** Which cases a patient was shown, next to the consents; nothing when there was none. */
export function ShownCases({ patientId, onOpen }: { patientId: string; onOpen: ((id: string) => void) | undefined }) {
  useLive(['doctorCase'], [doctorCase.shownTo])
  const list = useCall(doctorCase.shownTo, { patientId }, { keep: false }).data ?? []
  if (list.length === 0) return null
  return (
    <section className={s.shown} aria-label="案例演示">
      <h2>案例演示</h2>
      <ul>
        {list.map((each) => (
          <li key={each.id}>
            <span className="num secondary">{each.shownAt.slice(0, 16)}</span>
            {each.showable && onOpen ? (
              <TextButton onClick={() => onOpen(each.caseId)}>{each.title}</TextButton>
            ) : (
              <span>{each.title}</span>
            )}
            <span className="tertiary">
              {each.employeeName} · {each.clinicName}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
