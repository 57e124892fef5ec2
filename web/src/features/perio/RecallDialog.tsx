import type { PerioSnapshot } from '@dentin/contract/perio'
import { chartRisk, RECALL_MONTHS, riskAxisNames, riskNames, type RiskAxis } from '@dentin/clinical/perio/risk'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { DatePicker, Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, toast } from '../../ui/index.ts'
import { useRecall } from './hooks.ts'
import s from './dialog.module.css'

const axes = Object.entries(riskAxisNames) as [RiskAxis, string][]
const levels = ['低', '中', '高']

/** The next recall by the patient's risk, or on a day of the doctor's choice. */
export function RecallDialog({ chart, onClose }: { chart: PerioSnapshot; onClose: () => void }) {
  const recall = useRecall()
  const [requestId] = useState(newRequestId)
  const [on, setOn] = useState<string | null>(null)
  const { scores, risk } = chartRisk(chart)
  const lacking = axes.filter(([axis]) => scores[axis] === undefined).map(([, name]) => name)
  return (
    <Dialog
      open
      title="安排牙周复查"
      submitText="安排复查"
      busy={recall.isPending}
      submitDisabled={on === null && risk === undefined}
      onClose={onClose}
      onSubmit={() =>
        recall.mutate(
          { chartId: chart.id, ...(on ? { on } : {}), requestId },
          {
            onSuccess: ({ planTime, isNew }) => {
              toast.success(
                isNew ? `已安排 ${planTime.slice(0, 10)} 复查随访` : `${planTime.slice(0, 10)} 的复查随访已在`,
              )
              onClose()
            },
            onError: () => undefined,
          },
        )
      }
    >
      <dl className={s.axes}>
        {axes.map(([axis, name]) => {
          const score = scores[axis]
          return (
            <div key={axis} style={{ display: 'contents' }}>
              <dt className="secondary">{name}</dt>
              <dd>{score === undefined ? '未知' : levels[score]}</dd>
            </div>
          )
        })}
      </dl>
      <p className={s.proposal}>
        {risk ? (
          <>
            PRA <b>{riskNames[risk]}风险</b>，建议 {RECALL_MONTHS[risk]} 个月后复查
          </>
        ) : (
          `缺${lacking.join('、')}，请选日期`
        )}
      </p>
      <Field
        label="复查日期"
        help={risk ? '不选则按风险推算' : ''}
        error={recall.error?.fields.find(({ field }) => field === 'on')?.message}
      >
        <DatePicker value={on} onChange={setOn} />
      </Field>
      {recall.error && recall.error.fields.length === 0 && <ErrorLine>{recall.error.message}</ErrorLine>}
    </Dialog>
  )
}
