import { lackingText } from '@dentin/clinical/orthodontics/picture-set'
import { presentDay } from '../../lib/present.ts'
import { useState } from 'react'
import { DatePicker, Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, Notice, TextArea, toast } from '../../ui/index.ts'
import { useStepCase, type OrthoCase } from './hooks.ts'
import { monthsText } from './text.ts'
import { caseSteps, type StepName } from './steps.ts'

/** One step of a case, with its day; what stands in its way is said in the dialog. */
export function StepDialog({ found, step, onClose }: { found: OrthoCase; step: StepName; onClose: () => void }) {
  const [on, setOn] = useState<string | null>(presentDay())
  const [reason, setReason] = useState('')
  const move = useStepCase()
  const { label, says } = caseSteps.find(({ name }) => name === step) ?? caseSteps[0]
  const dated = step !== 'diagnose' && step !== 'propose'
  const problem = (field: string) => move.error?.fields?.find((each) => each.field === field)?.message
  const recalls = step === 'debond' && monthsText(found.recallMonths)
  const lacking = step === 'start' ? found.lackingAtStart.filter(({ kind }) => kind !== null) : []
  return (
    <Dialog
      open
      danger={step === 'stop'}
      title={label}
      submitText={label}
      busy={move.isPending}
      onClose={onClose}
      onSubmit={() =>
        move.mutate(
          { id: found.id, version: found.version, step, ...(dated ? { on } : {}), ...(reason ? { reason } : {}) },
          {
            onSuccess: () => {
              toast.success(`病例已到「${label}」`)
              onClose()
            },
            onError: () => undefined,
          },
        )
      }
    >
      {lacking.length > 0 && (
        <Notice tone="wait" icon="image">
          影像还缺：{lackingText(lacking)}
        </Notice>
      )}
      {dated ? (
        <Field label="日期" required help={recalls ? `${says}；之后 ${recalls}各生成一次保持复查的随访` : says} error={problem('on')}>
          <DatePicker value={on} onChange={setOn} />
        </Field>
      ) : (
        <p>{says}</p>
      )}
      {step === 'stop' && (
        <Field label="原因" required error={problem('reason')}>
          <TextArea rows={2} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      )}
      {move.error && !problem('on') && !problem('reason') && (
        <ErrorLine>{move.error.fields?.[0]?.message ?? move.error.message}</ErrorLine>
      )}
    </Dialog>
  )
}
