import { monthText } from '@dentin/clinical/orthodontics/course'
import { orthoStates } from '@dentin/contract/orthodontic'
import { Link } from 'react-router'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, EmptyState, ErrorLine, Meter, SkeletonRows, StatusTag, toast } from '../../ui/index.ts'
import { useCasesOf, useOpenCase } from './hooks.ts'
import s from './case.module.css'

/** 正畸 in the patient's file: the cases, and beginning one. */
export function PatientCases({
  patientId,
  caseTo,
  onOpen,
}: {
  patientId: string
  caseTo: (id: string) => string
  onOpen: (id: string) => void
}) {
  const { data, error, refetch } = useCasesOf(patientId)
  const open = useOpenCase()
  const can = useCan()
  if (error) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={4} />
  const mayOpen = can('/patientMedicalRecord:add') && !data.some(({ status }) => orthoStates.is(status, 'open'))
  const make = mayOpen && (
    <Button
      variant="primary"
      icon="plus"
      busy={open.isPending}
      onClick={() =>
        open.mutate(
          { patientId, requestId: newRequestId() },
          {
            onSuccess: ({ id }) => onOpen(id),
            onError: (failed) => toast.error(failed.fields[0]?.message ?? failed.message),
          },
        )
      }
    >
      建正畸病例
    </Button>
  )
  if (data.length === 0)
    return <EmptyState icon="file" title="没有正畸病例" hint="初诊检查、方案、复诊、保持都记在病例里" action={make} />
  return (
    <div className={s.cards}>
      {make && <div>{make}</div>}
      {data.map((row) => (
        <Link key={row.id} to={caseTo(row.id)} className={s.card}>
          <span className={s.cardHead}>
            <b>{row.appliance ?? '正畸'}</b>
            <StatusTag kind={orthoStates} value={row.status} />
            <span className="t-12 tertiary num">{row.caseNo}</span>
            <span className="t-13 secondary">{row.doctorName}</span>
          </span>
          <span className="t-13 secondary num">
            初诊 {row.beganOn}
            {row.startDate !== null && `　开始 ${row.startDate}`}
            {row.debondDate !== null && `　拆除 ${row.debondDate}`}
            {row.endDate !== null && `　结束 ${row.endDate}`}
            　复诊 {row.visitCount} 次
          </span>
          {row.month !== null && row.months !== null && (
            <span className={s.progress}>
              <Meter label="疗程" value={row.month / row.months} tone={row.month > row.months ? 'wait' : 'brand'} />
              <span className="t-12 secondary num">{monthText(row.month, row.months)}</span>
            </span>
          )}
        </Link>
      ))}
    </div>
  )
}
