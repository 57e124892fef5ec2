import { strengthOf } from '@dentin/clinical/anaesthetic-lines'
import { anaestheticLine } from '@dentin/contract/core/anaesthetic-line'
import { record } from '@dentin/contract/record'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, send } from '../../lib/client.ts'
import { keyOf, queryClient } from '../../lib/query.ts'
import { Button, Field, NumberField, toast } from '../../ui/index.ts'
import type { DoseForm, GivenRow } from './form.ts'
import s from './anaesthetic.module.css'

/** Writes what was given into the open record as a treatment of its own. */
async function writeInto(id: string, given: readonly GivenRow[], cartridgeMl: number): Promise<void> {
  const { version, content } = await send(record.get, { id })
  const anaesthetics = given.map(({ drug, ml }) =>
    anaestheticLine.parse({ drug, ...strengthOf(drug), ml, cartridgeMl }),
  )
  const treatments = [
    ...content.treatments,
    { teeth: '', content: '局部麻醉', tariffs: [], anesthetic: null, anaesthetics },
  ]
  await send(record.save, { id, version, content: { ...content, treatments } })
  await queryClient.invalidateQueries({ queryKey: keyOf(record.get) })
}

/**
 * 写入处置: opened for a patient whose record is still open, what was given goes into it. The largest dose is none to give: of one
 * drug the amount that was given is asked for.
 * @param given null: of the calculator's drug, the amount is asked for
 */
export function GiveToRecord({
  form,
  maxMl,
  given,
  recordTo,
}: {
  form: DoseForm
  maxMl: number
  given: readonly GivenRow[] | null
  recordTo: ((id: string) => string) | undefined
}) {
  const [ml, setMl] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const navigate = useNavigate()
  const draft = form.file?.draft
  if (!draft || !recordTo) return null
  const rows = given ?? [{ drug: form.drug, ml }]
  const problem = given === null && asked && !(ml !== null && ml > 0) ? '请填实际用量' : undefined
  const write = async () => {
    setAsked(true)
    if (rows.length === 0 || rows.some((row) => !(row.ml !== null && row.ml > 0))) return
    setBusy(true)
    try {
      await writeInto(draft.id, rows, form.cartridgeMl)
      toast.success(`已写入病历 ${draft.recordNo} 的处置`)
      await navigate(recordTo(draft.id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={s.give}>
      {given === null && (
        <Field
          label="实际用量"
          error={problem}
          help={ml !== null && ml > maxMl ? '超过上限，病历里须写理由' : undefined}
        >
          <NumberField value={ml} onChange={setMl} decimals={2} unit="ml" />
        </Field>
      )}
      <Button variant="primary" icon="file-edit" busy={busy} onClick={() => void write()}>
        写入处置（{draft.recordNo}）
      </Button>
    </div>
  )
}
