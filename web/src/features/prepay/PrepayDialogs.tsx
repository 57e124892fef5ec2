import { prepay } from '@dentin/contract/prepay'
import type { PatientChoice } from '@dentin/contract/patient'
import { prepayReturnStates } from '@dentin/contract/prepay'
import { scanPay } from '@dentin/contract/scan-pay'
import { fenToYuan, formatYuan, formatYuanText, yuanToFen } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { DecideGiveBack, WithdrawGiveBack } from '../../domain/give-back-dialogs.tsx'
import { HandOverCodes } from '../../domain/hand-over-codes.tsx'
import { fenOf, missingOf, usualReturn, waysBody, type DraftWay } from '../../domain/pay-ways.ts'
import { PayWays, useCashWays, useDraftWays } from '../../domain/PayWays.tsx'
import { ScanPanel } from '../../domain/scan-panel.tsx'
import { codeRefusal, scanReads, useDialogScan, useScanned, type Scan } from '../../domain/scan-pay.ts'
import { ScanWays, type TypedCode } from '../../domain/scan-ways.tsx'
import { useDict } from '../../lib/dict.ts'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { Checkbox, Field, MoneyInput, Notice, TextField, toast, UsualWords } from '../../ui/index.ts'
import { usePrepaySend, type Prepay, type PrepayReturn } from './hooks.ts'
import { printPrepay, printReturn } from './links.ts'
import s from './prepay.module.css'

/** What somebody is about to do. */
export type Asking =
  | { what: 'receive' }
  | { what: 'giveBack' | 'transfer' | 'undo'; one: Prepay }
  | { what: 'decide'; paper: PrepayReturn }
  | { what: 'withdraw'; paper: PrepayReturn }

/** A field in which somebody chooses a patient, as the page draws it. */
export type RenderPicker = (value: PatientChoice | null, onPick: (patient: PatientChoice | null) => void) => ReactNode

export interface PrepayDialogsProps {
  patientId: string
  asking: Asking
  mayPrint: boolean
  renderPicker: RenderPicker
  onClose: () => void
}

/** The dialog of what was asked for. */
export function PrepayDialogs({ patientId, asking, mayPrint, renderPicker, onClose }: PrepayDialogsProps) {
  if (asking.what === 'receive') return <ReceiveDialog patientId={patientId} mayPrint={mayPrint} onClose={onClose} />
  if (asking.what === 'decide') return <DecideDialog paper={asking.paper} onClose={onClose} />
  if (asking.what === 'withdraw') return <WithdrawDialog paper={asking.paper} onClose={onClose} />
  const { one } = asking
  if (asking.what === 'giveBack') return <ReturnDialog one={one} mayPrint={mayPrint} onClose={onClose} />
  if (asking.what === 'transfer') return <TransferDialog one={one} renderPicker={renderPicker} onClose={onClose} />
  return <UndoDialog one={one} onClose={onClose} />
}

export interface ReceiveDialogProps {
  /** null: who it is for is chosen here. */
  patientId: string | null
  renderPicker?: RenderPicker
  mayPrint: boolean
  onClose: () => void
}

/** Takes money before there is a bill for it. */
export function ReceiveDialog({ patientId, renderPicker, mayPrint, onClose }: ReceiveDialogProps) {
  const send = usePrepaySend(prepay.receive)
  const { words } = useDict('prepay_purpose')
  const methods = useCashWays()
  const [chosen, choose] = useState<PatientChoice | null>(null)
  const form = useCallForm(prepay.receive, {
    defaultValues: { patientId: patientId ?? '', purpose: '', amount: '', refundable: true, ways: [], remark: '' },
  })
  const due = fenOf(form.watch('amount') as string | undefined)
  const paid = useDraftWays(form, due)
  const submit = () => {
    paid.fill()
    setByCode(false)
    return save()
  }
  const finish = ({ id, prepayNo }: { id: string; prepayNo: string }, amount: string) => {
    toast.success(
      `已收预交金 ${formatYuanText(amount)}（${prepayNo}）`,
      mayPrint ? { action: { label: '打印收据', onClick: () => printPrepay(id) } } : {},
    )
    onClose()
  }
  const save = form.save(send.mutateAsync, (made) => finish(made, fenToYuan(due)))
  const payer = form.watch('patientId') as string
  const start = useSend(scanPay.startPrepay, { refresh: scanReads })
  const code = useDialogScan(payer ? { patientId: payer } : null, (standing) => {
    if (standing.prepay) finish(standing.prepay, standing.amount)
  })
  const [typedCode, setTypedCode] = useState<TypedCode | null>(null)
  // What a code was refused with is not tried again as money by word of mouth.
  const [byCode, setByCode] = useState(false)
  const method = methods.find(({ id }) => id === paid.only)
  const found = useScanned(method ? [method.code] : [])
  const scan = (wanted: Scan) => {
    paid.fill()
    setByCode(true)
    code.begin()
    void form.save(
      ({ patientId: id, purpose, amount, refundable, ways, remark }) =>
        start.mutateAsync({ patientId: id, purpose, amount, refundable, ways, remark, ...wanted }),
      code.watch,
      { explain: codeRefusal },
    )()
  }
  if (code.running)
    return (
      <FormDialog
        form={{ failure: null, mayRetry: false, sending: form.sending }}
        title="收预交金"
        width={480}
        onClose={onClose}
        onSubmit={submit}
        submitDisabled
        footer={null}
      >
        <ScanPanel of={{ patientId: payer }} mayStop inDialog />
      </FormDialog>
    )
  return (
    <FormDialog
      form={{
        failure: form.failure ?? code.ended,
        mayRetry: form.mayRetry && !byCode,
        sending: form.sending,
      }}
      title="收预交金"
      width={480}
      onClose={onClose}
      onSubmit={submit}
      submitText={due > 0 ? `收款 ${formatYuan(due)}` : '收款'}
      submitDisabled={due === 0 || !paid.isWhole}
    >
      {patientId === null && renderPicker && (
        <Field label="患者" required error={form.errorOf('patientId')}>
          {renderPicker(chosen, (patient) => {
            choose(patient)
            form.setValue('patientId', (patient?.id ?? '') as never, { shouldDirty: true, shouldValidate: true })
          })}
        </Field>
      )}
      <Picked form={form} name="purpose" label="用途" required>
        {(field) => (
          <UsualWords
            words={words}
            maxLength={20}
            placeholder="其他用途"
            value={String(field.value ?? '')}
            onChange={field.onChange}
          />
        )}
      </Picked>
      <Picked form={form} name="amount" label="预交金额" required>
        {(field) => (
          <MoneyInput
            size="lg"
            autoFocus={patientId !== null}
            boxClassName={s.largeMoney}
            value={String(field.value ?? '')}
            onChange={field.onChange}
          />
        )}
      </Picked>
      <div>
        <PayWays
          label="收款方式"
          due={due}
          methods={methods}
          ways={paid.ways}
          onWays={paid.onWays}
          error={form.errorOf('ways')}
          numbered
        />
        {found && (
          <ScanWays
            found={found}
            typed={typedCode}
            onTyped={setTypedCode}
            ready={due > 0 && paid.isWhole}
            busy={form.sending}
            onScan={scan}
          />
        )}
      </div>
      <Picked form={form} name="refundable" label="约定">
        {(field) => (
          <Checkbox checked={field.value === true} onChange={(event) => field.onChange(event.target.checked)}>
            没有用完可以退
          </Checkbox>
        )}
      </Picked>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={100} {...form.register('remark')} />
      </Field>
      <p className="t-12 tertiary">记入本班实收，不记收入；收费时可以用它付款，全连锁通用。</p>
    </FormDialog>
  )
}

/** Gives some or all of it back. */
function ReturnDialog({ one, mayPrint, onClose }: { one: Prepay; mayPrint: boolean; onClose: () => void }) {
  const send = usePrepaySend(prepay.requestReturn)
  const { words, first } = useDict('refund-reason')
  const methods = useCashWays('out')
  const cashId = methods.find(({ code }) => code === 'cash')?.id ?? ''
  const [own, setOwn] = useState<DraftWay[] | null>(null)
  const balance = yuanToFen(one.balanceAmount ?? '0.00')
  const form = useCallForm(prepay.requestReturn, {
    defaultValues: { id: one.id, version: one.version, amount: one.balanceAmount ?? '', ways: [], reason: first },
  })
  const due = fenOf(form.watch('amount') as string | undefined)
  const over = due > balance
  const back = one.ways.filter(({ payMethodId }) => methods.some(({ id }) => id === payMethodId))
  const ways = own ?? usualReturn(due, back, cashId)
  const came = (payMethodId: string) => back.find((way) => way.payMethodId === payMethodId)
  const offered = methods.filter(({ id, code }) => code === 'cash' || came(id))
  const asks = due >= yuanToFen(one.approvalFrom)
  const save = form.save(send.mutateAsync, ({ id, status }) => {
    if (prepayReturnStates.is(status, 'paid'))
      toast.success(
        `已退 ${formatYuan(due)}`,
        mayPrint ? { action: { label: '打印退款单', onClick: () => printReturn(id) } } : {},
      )
    else toast.success(prepayReturnStates.is(status, 'asked') ? '已提交，等待审批' : '已提交，等待退款')
    onClose()
  })
  const submit = () => {
    form.setValue('ways', waysBody(ways, due) as never)
    return save()
  }
  return (
    <FormDialog
      form={form}
      title={`退预交金　${one.purpose} ${one.prepayNo}`}
      width={480}
      danger
      onClose={onClose}
      onSubmit={submit}
      submitText={asks ? `申请退 ${formatYuan(due)}` : `退 ${formatYuan(due)}`}
      submitDisabled={due === 0 || over || missingOf(ways, due) !== 0}
    >
      <Picked form={form} name="amount" label="退款金额" required help={`最多可退 ${formatYuan(balance)} 元`}>
        {(field) => (
          <MoneyInput
            size="lg"
            autoFocus
            boxClassName={s.largeMoney}
            value={String(field.value ?? '')}
            onChange={(yuan) => {
              setOwn(null)
              field.onChange(yuan)
            }}
            invalid={over}
          />
        )}
      </Picked>
      <PayWays
        label="退款方式"
        due={due}
        methods={offered}
        ways={ways}
        onWays={setOwn}
        error={form.errorOf('ways')}
        hintOf={(id) => {
          const way = came(id)
          return way ? `收过 ${formatYuanText(way.amount)}` : ''
        }}
      />
      <Picked form={form} name="reason" label="原因" required>
        {(field) => (
          <UsualWords
            words={words}
            maxLength={50}
            placeholder="其他原因"
            value={String(field.value ?? '')}
            onChange={field.onChange}
          />
        )}
      </Picked>
      {asks && <Notice tone="wait">这笔预交金累计退款达到审批金额，须另一人审批后再退</Notice>}
    </FormDialog>
  )
}

/** Hands it to another patient. */
function TransferDialog({
  one,
  renderPicker,
  onClose,
}: {
  one: Prepay
  renderPicker: RenderPicker
  onClose: () => void
}) {
  const send = usePrepaySend(prepay.transfer)
  const [chosen, choose] = useState<PatientChoice | null>(null)
  const form = useCallForm(prepay.transfer, {
    defaultValues: {
      id: one.id,
      version: one.version,
      toPatientId: '',
      amount: '',
      fromCode: '',
      toCode: '',
      reason: '',
    },
  })
  const balance = yuanToFen(one.balanceAmount ?? '0.00')
  const amount = fenOf(form.watch('amount') as string | undefined)
  const code = useSend(prepay.sendCode)
  const toPatientId = chosen?.id ?? null
  // A code is good for this sum and this patient alone.
  const forget = () => {
    form.setValue('fromCode', '' as never)
    form.setValue('toCode', '' as never)
  }
  const submit = form.save(send.mutateAsync, ({ toNo }) => {
    toast.success(`已转出 ${formatYuan(amount)}，对方单号 ${toNo}`)
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title="转给其他患者"
      width={480}
      onClose={onClose}
      onSubmit={submit}
      submitText="转出"
      submitDisabled={amount > balance}
    >
      <Field label="转给" required error={form.errorOf('toPatientId')}>
        {renderPicker(chosen, (patient) => {
          choose(patient)
          forget()
          form.setValue('toPatientId', (patient?.id ?? '') as never, { shouldDirty: true, shouldValidate: true })
        })}
      </Field>
      <Picked form={form} name="amount" label="转出金额" required help={`最多可转 ${formatYuan(balance)} 元`}>
        {(field) => (
          <MoneyInput
            value={String(field.value ?? '')}
            onChange={(yuan) => {
              forget()
              field.onChange(yuan)
            }}
            invalid={amount > balance}
          />
        )}
      </Picked>
      <HandOverCodes
        key={`${toPatientId} ${amount}`}
        ask={(side) => code.mutateAsync({ id: one.id, toPatientId, amount: fenToYuan(amount), side } as never)}
        ready={toPatientId !== null && amount > 0 && amount <= balance}
        codes={{ from: form.watch('fromCode') ?? '', to: form.watch('toCode') ?? '' }}
        errors={{ from: form.errorOf('fromCode'), to: form.errorOf('toCode') }}
        onCode={(side, typed) => form.setValue(`${side}Code`, typed as never, { shouldDirty: true })}
      />
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function UndoDialog({ one, onClose }: { one: Prepay; onClose: () => void }) {
  const send = usePrepaySend(prepay.undo)
  const form = useCallForm(prepay.undo, { defaultValues: { id: one.id, version: one.version, reason: '' } })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('收取已撤销')
    onClose()
  })
  return (
    <FormDialog form={form} title="撤销收取" danger onClose={onClose} onSubmit={submit} submitText="撤销收取">
      <p className="t-13">钱按原来的方式退回，这笔预交金作废。</p>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function DecideDialog({ paper, onClose }: { paper: PrepayReturn; onClose: () => void }) {
  const send = usePrepaySend(prepay.decideReturn)
  return (
    <DecideGiveBack
      call={prepay.decideReturn}
      send={send.mutateAsync as never}
      paper={paper}
      about={paper.purpose}
      title="审批退预交金"
      onClose={onClose}
    />
  )
}

function WithdrawDialog({ paper, onClose }: { paper: PrepayReturn; onClose: () => void }) {
  const send = usePrepaySend(prepay.withdrawReturn)
  return (
    <WithdrawGiveBack
      call={prepay.withdrawReturn}
      send={send.mutateAsync as never}
      paper={paper}
      title="撤回退款申请"
      onClose={onClose}
    />
  )
}
