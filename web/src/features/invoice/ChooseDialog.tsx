import type { PatientChoice } from '@dentin/contract/patient'
import { invoice, type InvoiceKind } from '@dentin/contract/invoice'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/query.ts'
import { Dialog } from '../../ui/heavy.ts'
import { Button, EmptyState, ErrorLine, Field, Money, Notice, SkeletonRows } from '../../ui/index.ts'
import type { Holder } from './hooks.ts'
import { InvoiceDialog } from './InvoiceDialog.tsx'
import s from './invoice.module.css'

/** A field in which somebody chooses a patient, as the page draws it. */
export type RenderPicker = (value: PatientChoice | null, onPick: (patient: PatientChoice | null) => void) => ReactNode

/** For whom an invoice is, and for what of theirs. */
export function ChooseDialog({ renderPicker, onClose }: { renderPicker: RenderPicker; onClose: () => void }) {
  const [patient, setPatient] = useState<PatientChoice | null>(null)
  const [holder, setHolder] = useState<Holder | null>(null)
  if (holder) return <InvoiceDialog kind={holder.kind as InvoiceKind} holderId={holder.id} onClose={onClose} />
  return (
    <Dialog open title="开票" width={520} onClose={onClose}>
      <Field label="患者" required>
        {renderPicker(patient, setPatient)}
      </Field>
      {patient && <Holders patientId={patient.id} onPick={setHolder} />}
    </Dialog>
  )
}

function Holders({ patientId, onPick }: { patientId: string; onPick: (holder: Holder) => void }) {
  const { data, error, refetch, isFetching } = useCall(invoice.ofPatient, { patientId }, { keep: false })
  if (error && !data)
    return (
      <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorLine>
    )
  if (!data) return <SkeletonRows rows={3} height={44} />
  if (!data.offered) return <Notice tone="wait">{data.why}</Notice>
  if (data.list.length === 0) return <EmptyState layout="stack" icon="file" title="没有可开票的收款" />
  return (
    <ul className={s.holders} aria-label="可开票">
      {data.list.map((holder) => (
        <li key={`${holder.kind} ${holder.id}`}>
          <span>
            {holder.what}
            <span className="t-12 tertiary num">
              　{holder.no}　{holder.day}
            </span>
          </span>
          <span className={s.acts}>
            <Money yuan={holder.freeAmount} strong />
            <Button size="xs" variant="tint" onClick={() => onPick(holder)}>
              开票
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
