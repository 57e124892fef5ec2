import { execution, executionStates } from '@dentin/contract/execution'
import { useState } from 'react'
import { useStaff } from '../../domain/staff.ts'
import { newRequestId } from '../../lib/client.ts'
import { presentDay } from '../../lib/present.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  ErrorLine,
  Field,
  NumberField,
  SkeletonRows,
  StatusTag,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { DatePicker, Dialog, Select } from '../../ui/heavy.ts'
import { billReads } from './hooks.ts'
import s from './billing.module.css'

/** Notes what has been done of a bill's lines: how many, by whom, with whose help, on which day. */
export function ExecutionDialog({ billId, billNo, onClose }: { billId: string; billNo: string; onClose: () => void }) {
  const { data, error } = useCall(execution.ofBill, { billId }, { keep: false })
  const { doctors, everybody } = useStaff()
  const refresh = { refresh: [...billReads, execution.ofBill] }
  const execute = useSend(execution.execute, refresh)
  const takeBack = useSend(execution.takeBack, refresh)
  const [typed, setTyped] = useState<Record<string, number>>({})
  const [doctor, setDoctor] = useState<string | null>(null)
  const [assistantId, setAssistantId] = useState<string | null>(null)
  const [doneOn, setDoneOn] = useState(presentDay)
  const [taking, setTaking] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [requestId, setRequestId] = useState(newRequestId)
  const left = (line: NonNullable<typeof data>['lines'][number]) => line.qty - line.returnedQty - line.executedQty
  const qtyOf = (line: NonNullable<typeof data>['lines'][number]) => typed[line.billItemId] ?? left(line)
  const doctorId = doctor ?? data?.lines.find((line) => line.doctorId !== null)?.doctorId ?? ''
  const chosen = (data?.lines ?? []).filter((line) => qtyOf(line) > 0)
  const errorOf = (field: string) => execute.error?.fields.find((each) => each.field === field)?.message
  const again = { onError: () => setRequestId(newRequestId()) }
  const submit = () =>
    execute.mutate(
      {
        billId,
        lines: chosen.map((line) => ({ billItemId: line.billItemId, qty: qtyOf(line) })),
        doctorId,
        assistantId,
        doneOn,
        requestId,
      },
      {
        ...again,
        onSuccess: () => {
          toast.success('已执行')
          onClose()
        },
      },
    )
  const undo = (billItemId: string) =>
    takeBack.mutate(
      { billId, billItemId, qty: 1, reason: reason.trim(), requestId },
      {
        ...again,
        onSuccess: () => {
          setTaking(null)
          setReason('')
          setRequestId(newRequestId())
        },
      },
    )
  return (
    <Dialog
      open
      width={640}
      title={`执行 ${billNo}`}
      onClose={onClose}
      {...(data?.allowed && chosen.length > 0 && doctorId
        ? { submitText: '执行', busy: execute.isPending, onSubmit: submit }
        : {})}
    >
      {error ? (
        <ErrorLine>{error.message}</ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          {data.refusal && <p className="t-13 secondary">{data.refusal}</p>}
          <ul className={s.executions}>
            {data.lines.map((line, n) => (
              <li key={line.billItemId}>
                <span>
                  <b>{line.name}</b> <span className="t-12 tertiary">{line.teeth}</span>
                </span>
                <StatusTag kind={executionStates} value={line.state} look="plain" />
                <span className="t-12 secondary num">
                  {line.executedQty} / {line.qty - line.returnedQty} {line.unit}
                </span>
                <span className={s.executionActs}>
                  {data.allowed && left(line) > 0 && (
                    <Field label="" error={errorOf(`lines.${chosen.indexOf(line)}.qty`)}>
                      <NumberField
                        size="sm"
                        aria-label={`${line.name}执行数量 ${n + 1}`}
                        value={qtyOf(line)}
                        min={0}
                        max={left(line)}
                        onChange={(qty) => setTyped({ ...typed, [line.billItemId]: qty ?? 0 })}
                      />
                    </Field>
                  )}
                  {data.allowed && line.executedQty > 0 && (
                    <TextButton tone="quiet" onClick={() => setTaking(line.billItemId)}>
                      撤销 1 {line.unit}
                    </TextButton>
                  )}
                </span>
                {taking === line.billItemId && (
                  <span className={s.executionBack}>
                    <TextField
                      aria-label="撤销原因"
                      placeholder="撤销原因"
                      size="sm"
                      maxLength={100}
                      value={reason}
                      onChange={(event) => setReason(event.target.value)}
                    />
                    <Button
                      size="sm"
                      disabled={reason.trim() === ''}
                      busy={takeBack.isPending}
                      onClick={() => undo(line.billItemId)}
                    >
                      撤销
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {takeBack.error && <ErrorLine>{takeBack.error.message}</ErrorLine>}
          {data.allowed && chosen.length > 0 && (
            <div className={s.executionBy}>
              <Field label="医生" required error={errorOf('doctorId')}>
                <Select value={doctorId} options={doctors} onChange={(id) => setDoctor(id ?? '')} />
              </Field>
              <Field label="助手" error={errorOf('assistantId')}>
                <Select
                  value={assistantId ?? ''}
                  options={[{ value: '', label: '没有' }, ...everybody]}
                  onChange={(id) => setAssistantId(id || null)}
                />
              </Field>
              <Field label="日期" required error={errorOf('doneOn')}>
                <DatePicker value={doneOn} max={presentDay()} onChange={(next) => setDoneOn(next || presentDay())} />
              </Field>
            </div>
          )}
          {execute.error && execute.error.fields.length === 0 && <ErrorLine>{execute.error.message}</ErrorLine>}
          {data.done.length > 0 && (
            <>
              <h3 className={s.ledgerHead}>记录</h3>
              <ul className={s.ledger}>
                {data.done.map((one) => (
                  <li key={one.id}>
                    <span>
                      {data.lines.find(({ billItemId }) => billItemId === one.billItemId)?.name}{' '}
                      <span className="t-12 tertiary">
                        {one.qty > 0
                          ? `${one.doctorName}${one.assistantName && `，助手 ${one.assistantName}`}`
                          : one.reason}
                      </span>
                    </span>
                    <b className="num">{one.qty > 0 ? `+${one.qty}` : one.qty}</b>
                    <span className="t-12 tertiary num">
                      {one.doneOn}　{one.byCharge && one.qty > 0 ? '收费时执行' : `${one.operatorName} 记`}
                    </span>
                    <span />
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}
