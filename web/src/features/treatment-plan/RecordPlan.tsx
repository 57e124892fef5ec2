import { planStates, treatmentPlanErrors } from '@dentin/contract/treatment-plan'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, LinkButton, StatusTag, toast } from '../../ui/index.ts'
import { usePlanFromRecord, usePlansOfRecord } from './hooks.ts'
import s from './treatment-plan.module.css'

/** 治疗计划单 beside a record: the one that its plans became, or the press that makes it. */
export function RecordPlan({
  recordId,
  save,
  planTo,
  newTo,
  onMade,
}: {
  recordId: string
  /** Sends what is typed in the record; null: that failed. */
  save: () => Promise<number | null>
  planTo: (id: string) => string
  newTo: string
  onMade: (id: string) => void
}) {
  const can = useCan()
  const plans = usePlansOfRecord(recordId).data
  const make = usePlanFromRecord()
  const [requestId, setRequestId] = useState(newRequestId)
  const live = plans?.some(({ status }) => !planStates.is(status, 'refused', 'expired')) ?? true
  const onMake = async () => {
    if ((await save()) === null) return
    make.mutate(
      { recordId, requestId },
      {
        onSuccess: ({ id, unmatched }) => {
          if (unmatched.length > 0) toast.info(`没有对上收费项目或没选牙位，请手工添加：${unmatched.join('、')}`)
          else toast.success('已转成治疗计划草稿')
          onMade(id)
        },
        onError: (error) => {
          const there = error instanceof ApiError ? (error.data as { id?: string } | null)?.id : undefined
          if (there) onMade(there)
          else toast.error(error.message)
        },
        onSettled: () => setRequestId(newRequestId()),
      },
    )
  }
  if (!plans || (plans.length === 0 && !can('/treatmentPlan:edit'))) return null
  return (
    <section className={s.ofRecord} aria-label="治疗计划单">
      <h2>治疗计划单</h2>
      {plans.map((plan) => (
        <Link key={plan.id} to={planTo(plan.id)} className={s.ofRecordPlan}>
          <StatusTag kind={planStates} value={plan.status} />
          <span>{plan.title}</span>
          <span className="tertiary t-12 num">{plan.planNo}</span>
        </Link>
      ))}
      {!live && can('/treatmentPlan:edit') && (
        <span className={s.ofRecordMake}>
          <Button size="sm" icon="transfer" busy={make.isPending} onClick={() => void onMake()}>
            转治疗计划单
          </Button>
          {make.error instanceof ApiError && make.error.is(treatmentPlanErrors.PLAN_NO_ITEMS) && (
            <LinkButton size="sm" variant="text" to={newTo}>
              手工新建
            </LinkButton>
          )}
        </span>
      )}
    </section>
  )
}
