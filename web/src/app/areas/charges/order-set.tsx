import type { PatientChoice } from '@dentin/contract/patient'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { ChargeDesk } from '../../../features/billing/index.ts'
import { InvoiceDialog } from '../../../features/invoice/index.ts'
import { PatientBar, PatientPicker } from '../../../features/patient/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { deferred } from '../../../lib/deferred.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { Button, Field, LinkButton, useIsMobile } from '../../../ui/index.ts'
import { chargeTarget, patientTo, recordTo } from '../../parts/patient-links.ts'

const ExceptionDesk = deferred(async () => (await import('../../../features/pay-exception/index.ts')).ExceptionDesk)
const ReceiveDialog = deferred(async () => (await import('../../../features/prepay/index.ts')).ReceiveDialog)
const RefundDesk = deferred(async () => (await import('../../../features/refund/index.ts')).RefundDesk)
const RefundWorkspace = deferred(async () => (await import('../../../features/refund/index.ts')).RefundWorkspace)

/** /orderSet: the charge desk. `?billId=` opens a bill, `?patientId=` a new one for a patient, with `&retail=1` of goods that are sold. */
export default function OrderSet() {
  const mobile = useIsMobile()
  const [params] = useSearchParams()
  const can = useCan()
  const [prepaying, setPrepaying] = useState<string | null>(null)
  const [invoicing, setInvoicing] = useState<string | null>(null)
  const target = chargeTarget(params)
  if (target) return <Navigate replace to={target} />
  return (
    <>
      <ChargeDesk
        renderPatient={(id, recordId) => (
          <PatientBar
            id={id}
            size="compact"
            actions={
              mobile ? (
                recordId && <RecordLink id={recordId} />
              ) : (
                <>
                  {recordId && <RecordLink id={recordId} />}
                  {can('/prepayments:receive') && (
                    <Button size="sm" onClick={() => setPrepaying(id)}>
                      收预交金
                    </Button>
                  )}
                  <LinkButton size="sm" to={patientTo(id)}>
                    档案
                  </LinkButton>
                </>
              )
            }
          />
        )}
        Refunding={RefundWorkspace}
        renderRefunds={(refundId, onSelect) => <RefundDesk refundId={refundId} onSelect={onSelect} />}
        renderExceptions={() => <ExceptionDesk />}
        onInvoice={setInvoicing}
        renderPicker={(onPick, onClose, retail) => <ForWhom retail={retail} onPick={onPick} onClose={onClose} />}
      />
      {invoicing && <InvoiceDialog of="bill" id={invoicing} onClose={() => setInvoicing(null)} />}
      {prepaying && (
        <ReceiveDialog patientId={prepaying} mayPrint={can('/orderSet:print')} onClose={() => setPrepaying(null)} />
      )}
    </>
  )
}

/** Back to the record of which the bill was made. */
const RecordLink = ({ id }: { id: string }) => (
  <LinkButton size="sm" to={recordTo(id)}>
    病历
  </LinkButton>
)

function ForWhom({
  retail,
  onPick,
  onClose,
}: {
  retail: boolean
  onPick: (patientId: string) => void
  onClose: () => void
}) {
  const [patient, setPatient] = useState<PatientChoice | null>(null)
  return (
    <Dialog
      open
      title={retail ? '卖给哪位患者' : '给哪位患者开单'}
      submitText={retail ? '零售' : '开单'}
      submitDisabled={patient === null}
      onClose={onClose}
      onSubmit={() => patient && onPick(patient.id)}
    >
      <Field label="患者" required>
        <PatientPicker autoFocus value={patient} onChange={setPatient} />
      </Field>
    </Dialog>
  )
}
