import { unitAccount } from '@dentin/contract/unit-account'
import { formatYuanText } from '@dentin/kit/money'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { Field, MoneyInput, RadioGroup, TextField, toast } from '../../ui/index.ts'
import { useCashLike, useUnitSends, type Settlement } from './hooks.ts'

export interface SettleDialogProps {
  unitId: string
  name: string
  /** What is open of the claims that are settled. */
  due: string
  /** Those that were chosen; none: the oldest first. */
  claimIds: readonly string[]
  onClose: () => void
  onDone: () => void
}

/** A unit pays: how much, by which way. */
export function SettleDialog({ unitId, name, due, claimIds, onClose, onDone }: SettleDialogProps) {
  const { settle } = useUnitSends()
  const methods = useCashLike()
  const form = useCallForm(unitAccount.settle, {
    defaultValues: { unitId, amount: due, claimIds: [...claimIds], payMethodId: '', tradeNo: '', remark: '' },
  })
  const method = methods.find(({ id }) => id === form.watch('payMethodId'))
  const submit = form.save(settle.mutateAsync, ({ settlementNo }, sent) => {
    toast.success(`已结 ${formatYuanText(String(sent.amount))}（${settlementNo}）`)
    onDone()
  })
  return (
    <FormDialog form={form} title={`${name} 结算`} onClose={onClose} onSubmit={submit} submitText="确认收款">
      <p className="t-13 secondary">
        {claimIds.length > 0 ? `选中 ${claimIds.length} 笔` : '未结合计'} <b className="num">{formatYuanText(due)}</b>{' '}
        元；少于这个数时，先记的先结。收到时计入实收与收入。
      </p>
      <Picked form={form} name="amount" label="结算金额" required>
        {(field) => (
          <MoneyInput autoFocus value={String(field.value ?? '')} onChange={field.onChange} onBlur={field.onBlur} />
        )}
      </Picked>
      <Picked form={form} name="payMethodId" label="收款方式" required group>
        {(field) => (
          <RadioGroup
            label="收款方式"
            options={methods.map(({ id, name: word }) => ({ value: id, label: word }))}
            value={String(field.value ?? '')}
            onChange={field.onChange}
          />
        )}
      </Picked>
      <Field label="交易号" required={method?.needTradeNo} error={form.errorOf('tradeNo')}>
        <TextField maxLength={64} placeholder="回单号、流水号" {...form.register('tradeNo')} />
      </Field>
      <Field label="备注" error={form.errorOf('remark') ?? form.errorOf('claimIds')}>
        <TextField maxLength={100} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}

/** Takes a settlement back, with the reason. */
export function UndoDialog({ settlement, onClose }: { settlement: Settlement; onClose: () => void }) {
  const { undo } = useUnitSends()
  const form = useCallForm(unitAccount.undo, {
    defaultValues: { id: settlement.id, version: settlement.version, reason: '' },
  })
  const submit = form.save(undo.mutateAsync, () => {
    toast.success('结算已撤销，记账回到未结')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`撤销结算 ${formatYuanText(settlement.amount)}`}
      danger
      onClose={onClose}
      onSubmit={submit}
      submitText="撤销结算"
    >
      <p className="t-13">记一笔相反的，{settlement.count} 笔记账回到未结；原来的记录保留。</p>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
