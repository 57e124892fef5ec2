import { prescriptionStates } from '@dentin/contract/core/prescription-states'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { Button, ErrorLine, StatusTag } from '../../ui/index.ts'
import { Writer } from './later.ts'
import { useRxList } from './hooks.ts'
import type { RxSubject } from './useWriter.ts'
import s from './prescription.module.css'

/** 处方 in a record: what was prescribed at the visit, and one more. */
export function RecordPrescriptions({ subject, rxTo }: { subject: RxSubject; rxTo: (id: string) => string }) {
  const can = useCan()
  const [writing, setWriting] = useState(false)
  const found = useRxList({ recordId: subject.recordId })
  return (
    <section className={s.section} aria-label="处方">
      <div className={s.sectionHead}>
        <h2>处方</h2>
        <span className={s.push}>
          {can('/prescription:add') && (
            <Button size="sm" icon="plus" onClick={() => setWriting(true)}>
              开处方
            </Button>
          )}
        </span>
      </div>
      {found.error && <ErrorLine onRetry={() => void found.refetch()}>处方没有读到：{found.error.message}</ErrorLine>}
      {found.data?.list.map((rx) => (
        <Link key={rx.id} to={rxTo(rx.id)} className={s.entry}>
          <StatusTag kind={prescriptionStates} value={rx.status} />
          <span>{rx.summary}</span>
          <span className="tertiary t-12 num">{rx.rxNo}</span>
        </Link>
      ))}
      {found.data?.list.length === 0 && <span className="tertiary t-13">本次就诊没有处方</span>}
      {writing && <Writer subject={subject} before={null} onClose={() => setWriting(false)} />}
    </section>
  )
}
