import { clinicSettlement, clinicSettlementStates } from '@dentin/contract/clinic-settlement'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, Drawer, FormDialog, Picked } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  Field,
  LinkButton,
  Notice,
  SkeletonRows,
  TextField,
  toast,
  UsualWords,
  useIsMobile,
} from '../../ui/index.ts'
import { differs, monthName, useMovements, useSettlementSends, type MonthRow } from './hooks.ts'
import { statementLink } from './links.ts'
import { MovementCards, Movements, type MovementLinks } from './Movements.tsx'
import s from './inter-clinic.module.css'

const METHODS = ['银行转账', '现金', '总部代付', '冲抵货款']

/** What two clinics owe each other for a month: every movement, and the confirmation that it was paid. */
export function SettlementDrawer({
  row,
  maySettle,
  links,
  onClose,
}: {
  row: MonthRow
  maySettle: boolean
  links: MovementLinks
  onClose: () => void
}) {
  const { data, error, refetch, isFetching } = useMovements(row)
  const isMobile = useIsMobile()
  const [asking, ask] = useState<'settle' | 'undo' | null>(null)
  const isSettled = clinicSettlementStates.is(row.status, 'settled')
  return (
    <Drawer
      open
      title={`${monthName(row.month)}　${row.debtorName} ${clinicSettlementStates.is(row.status, 'even') ? '与' : '欠'} ${row.creditorName}`}
      width={720}
      onClose={onClose}
      footer={
        <div className={s.foot}>
          <LinkButton to={statementLink(row)} target="_blank" icon="printer">
            打印对账单
          </LinkButton>
          {isSettled && maySettle && <Button onClick={() => ask('undo')}>撤销结算</Button>}
          {clinicSettlementStates.may('settle', row.status) && maySettle && (
            <Button
              variant="primary"
              disabled={!row.isOver}
              title={row.isOver ? undefined : '这个月还没有过完'}
              onClick={() => ask('settle')}
            >
              确认已付 {formatYuanText(row.amount)}
            </Button>
          )}
        </div>
      }
    >
      {row.settlement && (
        <p className="t-13 secondary">
          已结：{row.settlement.settlementNo}，{row.settlement.paidOn} {row.settlement.method}，
          {row.settlement.settlerName} 于 {row.settlement.settledAt.slice(0, 16)} 确认
          {row.settlement.remark && `（${row.settlement.remark}）`}
        </p>
      )}
      {row.settlement && differs(row) && (
        <Notice tone="wait">
          结算 {formatYuanText(row.settlement.amount)} 元之后又有补记，现为 {formatYuanText(row.amount)}{' '}
          元，请撤销后重新结算
        </Notice>
      )}
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={6} />}
      {data &&
        (isMobile ? (
          <MovementCards list={data.list} total={data.total} links={links} />
        ) : (
          <div className={s.scroll}>
            <Movements list={data.list} total={data.total} links={links} />
          </div>
        ))}
      {asking === 'settle' && (
        <SettleDialog
          row={row}
          onClose={() => ask(null)}
          onDone={() => {
            ask(null)
            onClose()
          }}
        />
      )}
      {asking === 'undo' && row.settlement && (
        <UndoDialog
          id={row.settlement.id}
          version={row.settlement.version}
          onClose={() => ask(null)}
          onDone={() => {
            ask(null)
            onClose()
          }}
        />
      )}
    </Drawer>
  )
}

function SettleDialog({ row, onClose, onDone }: { row: MonthRow; onClose: () => void; onDone: () => void }) {
  const { settle } = useSettlementSends()
  const form = useCallForm(clinicSettlement.settle, {
    defaultValues: {
      month: row.month,
      debtorId: row.debtorId,
      creditorId: row.creditorId,
      amount: row.amount,
      paidOn: presentDay(),
      method: '',
      remark: '',
    },
  })
  const submit = form.save(settle.mutateAsync, ({ settlementNo }) => {
    toast.success(`已结 ${formatYuanText(row.amount)}（${settlementNo}）`)
    onDone()
  })
  return (
    <FormDialog
      form={form}
      title="确认已付"
      onClose={onClose}
      onSubmit={submit}
      submitText={`确认已付 ${formatYuanText(row.amount)}`}
    >
      <p className="t-13">
        {row.debtorName} 付给 {row.creditorName} <b className="num">{formatYuanText(row.amount)}</b> 元，结清
        {monthName(row.month)}的往来。两家门诊各记一笔，不计实收与收入。
      </p>
      <Picked form={form} name="paidOn" label="付款日期" required>
        {(field) => (
          <DatePicker max={presentDay()} value={(field.value as string | null) || null} onChange={field.onChange} />
        )}
      </Picked>
      <Picked form={form} name="method" label="付款方式" required>
        {(field) => (
          <UsualWords
            words={METHODS}
            maxLength={20}
            placeholder="其他方式"
            value={String(field.value ?? '')}
            onChange={field.onChange}
          />
        )}
      </Picked>
      <Field label="备注" help="回单号等" error={form.errorOf('remark') ?? form.errorOf('amount')}>
        <TextField maxLength={100} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}

function UndoDialog({
  id,
  version,
  onClose,
  onDone,
}: {
  id: string
  version: number
  onClose: () => void
  onDone: () => void
}) {
  const { undo } = useSettlementSends()
  const form = useCallForm(clinicSettlement.undo, { defaultValues: { id, version, reason: '' } })
  const submit = form.save(undo.mutateAsync, () => {
    toast.success('结算已撤销，这个月回到待结')
    onDone()
  })
  return (
    <FormDialog form={form} title="撤销结算" danger onClose={onClose} onSubmit={submit} submitText="撤销结算">
      <p className="t-13">两家门诊各记一笔相反的，原来的记录保留。</p>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
