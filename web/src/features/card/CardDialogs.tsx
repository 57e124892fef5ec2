import { cardRefundStates, cardStates, memberCard } from '@dentin/contract/card'
import { bonusAlong, timesRefund } from '@dentin/kit/card'
import { fen, fenToYuan, formatYuan, formatYuanText, ZERO } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { HandOverCodes } from '../../domain/hand-over-codes.tsx'
import { fenOf } from '../../domain/pay-ways.ts'
import { useCashWays } from '../../domain/PayWays.tsx'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, FormDialog, Picked, Select } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  cx,
  Field,
  MoneyInput,
  Notice,
  PasswordField,
  Segmented,
  TextField,
  toast,
} from '../../ui/index.ts'
import { printRefund } from './links.ts'
import { useCardSend, type Card } from './hooks.ts'
import { BeforeAfter, ChangeDialog, OpenDialog, RechargeDrawer } from './SaleDialogs.tsx'
import { spaced } from './words.ts'
import s from './card.module.css'

type Step = 'lose' | 'find' | 'freeze' | 'unfreeze'
/** What somebody is about to do with a card. */
export type Asking =
  | { what: 'open' }
  | {
      what:
        'recharge' | 'refund' | 'undo' | 'undoSale' | 'bind' | 'renew' | 'change' | 'transfer' | 'password' | 'relation'
      card: Card
    }
  | { what: 'status'; card: Card; step: Step }
  | { what: 'endSub'; sub: Card['subCards'][number] }
  | { what: 'limit'; sub: Card['subCards'][number] }

/** A field in which somebody chooses a patient, as the page draws it. */
export type RenderPicker = (value: string | null, onPick: (patientId: string | null) => void) => ReactNode

export interface CardDialogsProps {
  patientId: string
  asking: Asking
  renderPicker: RenderPicker
  onClose: () => void
  /** A card was sold. */
  onOpened: (cardId: string) => void
}

/** The dialog of what was asked for. */
export function CardDialogs({ patientId, asking, renderPicker, onClose, onOpened }: CardDialogsProps) {
  if (asking.what === 'status') return <StatusDialog card={asking.card} step={asking.step} onClose={onClose} />
  if (asking.what === 'endSub') return <EndSubDialog sub={asking.sub} onClose={onClose} />
  if (asking.what === 'limit') return <LimitDialog sub={asking.sub} onClose={onClose} />
  if (asking.what === 'open') return <OpenDialog patientId={patientId} onClose={onClose} onOpened={onOpened} />
  const { card } = asking
  if (asking.what === 'recharge') return <RechargeDrawer card={card} onClose={onClose} />
  if (asking.what === 'refund') return <RefundDialog card={card} onClose={onClose} />
  if (asking.what === 'undo' || asking.what === 'undoSale')
    return <UndoDialog card={card} what={asking.what} onClose={onClose} />
  if (asking.what === 'bind') return <BindDialog card={card} onClose={onClose} />
  if (asking.what === 'renew') return <RenewDialog card={card} onClose={onClose} />
  if (asking.what === 'change') return <ChangeDialog card={card} onClose={onClose} />
  if (asking.what === 'transfer') return <TransferDialog card={card} onClose={onClose} />
  if (asking.what === 'password') return <PasswordDialog card={card} onClose={onClose} />
  return <RelationDialog card={card} renderPicker={renderPicker} onClose={onClose} />
}

/** The way in which a card's money goes back. */
function WayBack({
  value,
  error,
  onChange,
}: {
  value: string | null
  error: string | undefined
  onChange: (payMethodId: string) => void
}) {
  return (
    <Field label="退款方式" group error={error}>
      <div className={s.ways}>
        {useCashWays('out').map((way) => (
          <Button
            key={way.id}
            size="sm"
            className={cx(way.id === value && s.wayChosen)}
            aria-pressed={way.id === value}
            onClick={() => onChange(way.id)}
          >
            {way.name}
          </Button>
        ))}
      </div>
    </Field>
  )
}

/** Gives back principal, or all of it: what goes back and what bonus lapses, before it happens. */
function RefundDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const times = card.kind === 3
  const send = useCardSend(memberCard.refund)
  const [whole, setWhole] = useState(times)
  const [way, setWay] = useState<string | null>(null)
  const form = useCallForm(memberCard.refund, {
    defaultValues: { id: card.id, version: card.version, whole: times, payMethodId: '', reason: '' },
  })
  const [principal, bonus] = [fenOf(card.principalAmount ?? '0.00'), fenOf(card.bonusAmount ?? '0.00')]
  const typed = fenOf((form.watch('amount') as string | undefined) ?? '')
  const taken = whole ? principal : typed
  const over = taken > principal
  const lost = over ? ZERO : whole ? bonus : bonusAlong(taken, principal, bonus)
  const worth = times
    ? timesRefund(
        fenOf(card.saleAmount ?? '0.00'),
        card.timesSold,
        card.timesSold - card.timesLeft,
        fenOf(card.rules.singlePrice ?? '0.00'),
      )
    : null
  const can = useCan()
  const mayPrint = can('/orderSet:print')
  const mayPay = can('/membercard:refund')
  const preview = useCall(memberCard.refundPreview, { id: card.id }, { keep: false }).data
  const makeUp = fenOf(preview?.makeUp ?? '0.00')
  const kept = fen(Math.min(taken, makeUp))
  const back = worth ? worth.back : fen(taken - kept)
  // From the clinic's sum on somebody else agrees first.
  const needed = preview !== undefined && back > 0 && back >= fenOf(preview.approvalFrom)
  const submit = form.save(
    ({ amount, ...values }) =>
      send.mutateAsync({
        ...values,
        version: card.version,
        whole,
        ...(whole ? {} : { amount }),
        payMethodId: way ?? '',
      }),
    ({ paidBack, refundId, refundStatus }) => {
      if (cardRefundStates.is(refundStatus, 'asked'))
        toast.success(`已申请退卡 ${formatYuanText(paidBack)}，等另一人审批`)
      else if (cardRefundStates.is(refundStatus, 'agreed'))
        toast.success(`已申请退卡 ${formatYuanText(paidBack)}，等财务退款`)
      else
        toast.success(
          `已退 ${formatYuanText(paidBack)}${whole ? '，卡已退' : ''}`,
          mayPrint ? { action: { label: '打印退卡单', onClick: () => printRefund(refundId) } } : {},
        )
      onClose()
    },
  )
  return (
    <FormDialog
      form={form}
      title={`退卡　${card.typeName} ${card.cardNo.slice(-4)}`}
      width={480}
      danger
      onClose={onClose}
      onSubmit={() => {
        form.setValue('payMethodId', (way ?? '') as never)
        void submit()
      }}
      submitText={`${needed || !mayPay ? '申请退' : '退'} ${formatYuan(back)}${whole ? '，退卡' : ''}`}
      submitDisabled={!preview || !way || over || (!whole && taken === 0)}
    >
      {!times && (
        <Segmented
          label="退多少"
          options={[
            { value: 'part', label: '退一部分' },
            { value: 'whole', label: '全退' },
          ]}
          value={whole ? 'whole' : 'part'}
          onChange={(value) => setWhole(value === 'whole')}
        />
      )}
      {!whole && (
        <Picked
          form={form}
          name="amount"
          label="退本金"
          required
          help={`最多可退 ${formatYuan(principal)} 元${bonus > 0 ? '，赠金不能退现' : ''}`}
        >
          {(field) => (
            <MoneyInput autoFocus value={String(field.value ?? '')} onChange={field.onChange} invalid={over} />
          )}
        </Picked>
      )}
      {worth ? (
        <p className="t-13">
          已用 {card.timesSold - card.timesLeft} 次，按单次 {formatYuanText(card.rules.singlePrice ?? '0.00')}{' '}
          扣回；可退 <b className="num">{formatYuan(worth.back)}</b> 元，{formatYuan(worth.kept)} 元转为收入
        </p>
      ) : (
        <BeforeAfter
          title="退后"
          goes="退"
          lines={[
            { label: '本金', now: principal, change: fen(-Math.min(taken, principal)) },
            { label: '赠金', now: bonus, change: fen(-lost) },
          ]}
        />
      )}
      {!times && kept > 0 && (
        <p className="t-13">
          这张卡给过会员优惠，要补差 {formatYuan(makeUp)} 元，这次扣 <b className="num">{formatYuan(kept)}</b> 元；实退{' '}
          <b className="num">{formatYuan(back)}</b> 元
        </p>
      )}
      {!times && <p className="t-12 tertiary">赠金{whole ? '全部作废' : `收回 ${formatYuan(lost)} 元`}，不退现。</p>}
      <WayBack value={way} error={form.errorOf('payMethodId')} onChange={setWay} />
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField maxLength={50} {...form.register('reason')} />
      </Field>
      {needed && <Notice tone="wait">达到退款审批金额：提交后由另一人审批，同意后再退款</Notice>}
      {!needed && !mayPay && <Notice tone="wait">提交后由财务退款</Notice>}
      {whole && <Notice tone="wait">退卡后不能再用，也不能恢复</Notice>}
    </FormDialog>
  )
}

const undoWords = {
  undo: { title: '撤销充值', done: '充值已撤销', note: '钱按原来的方式退回，赠金与积分一起收回。' },
  undoSale: {
    title: '撤销开卡',
    done: '开卡已撤销',
    note: '钱按原来的方式退回，开卡时的充值、赠金与券一起收回，这张卡注销，不能恢复。',
  },
} as const

function UndoDialog({ card, what, onClose }: { card: Card; what: keyof typeof undoWords; onClose: () => void }) {
  const call = what === 'undo' ? memberCard.undoRecharge : memberCard.undoSale
  const logId = what === 'undo' ? card.undoable : card.saleUndoable
  const words = undoWords[what]
  const send = useCardSend(call)
  const form = useCallForm(call, { defaultValues: { logId: logId ?? '', reason: '' } })
  const submit = form.save(send.mutateAsync, () => {
    toast.success(words.done)
    onClose()
  })
  return (
    <FormDialog form={form} title={words.title} danger onClose={onClose} onSubmit={submit} submitText={words.title}>
      <p className="t-13">{words.note}</p>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

const stepWords: Record<Step, { title: string; done: string; note: string }> = {
  lose: { title: '挂失', done: '已挂失', note: '挂失后不能消费，可以充值、退卡；补卡后恢复使用。' },
  find: { title: '解除挂失', done: '已解除挂失', note: '解除后可以照常消费。' },
  freeze: { title: '冻结', done: '已冻结', note: '冻结后不能消费，可以充值、退卡。' },
  unfreeze: { title: '解冻', done: '已解冻', note: '解冻后可以照常消费。' },
}

function StatusDialog({ card, step, onClose }: { card: Card; step: Step; onClose: () => void }) {
  const send = useCardSend(memberCard.setStatus)
  const form = useCallForm(memberCard.setStatus, {
    defaultValues: { id: card.id, version: card.version, step, reason: '' },
  })
  const words = stepWords[step]
  const submit = form.save(send.mutateAsync, () => {
    toast.success(words.done)
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`${words.title}　${card.typeName} ${card.cardNo.slice(-4)}`}
      onClose={onClose}
      onSubmit={submit}
      submitText={words.title}
    >
      <p className="t-13">{words.note}</p>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

/** Closes a relative's card; the main card stays as it is. */
function EndSubDialog({ sub, onClose }: { sub: Card['subCards'][number]; onClose: () => void }) {
  const send = useCardSend(memberCard.relationDelete)
  const form = useCallForm(memberCard.relationDelete, {
    defaultValues: { id: sub.id, version: sub.version, reason: '' },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('副卡已停用')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`停用副卡　${sub.patientName} ${sub.cardNo.slice(-4)}`}
      onClose={onClose}
      onSubmit={submit}
      submitText="停用"
    >
      <p className="t-13">停用后这张副卡不能再用，主卡的余额不变。</p>
      <Field label="原因" error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

/** Sets how much a relative's card takes a day. */
function LimitDialog({ sub, onClose }: { sub: Card['subCards'][number]; onClose: () => void }) {
  const send = useCardSend(memberCard.relationChange)
  const form = useCallForm(memberCard.relationChange, {
    defaultValues: { id: sub.id, version: sub.version, dayLimit: sub.dayLimit, reason: '' },
  })
  const submit = form.save(send.mutateAsync, (_done, { dayLimit }) => {
    toast.success(dayLimit ? `每日限额改为 ${formatYuanText(String(dayLimit))}` : '已取消每日限额')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`副卡限额　${sub.patientName} ${sub.cardNo.slice(-4)}`}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <p className="t-13">现在{sub.dayLimit ? `每日 ${formatYuanText(sub.dayLimit)} 元` : '不限'}；改后马上生效。</p>
      <Picked form={form} name="dayLimit" label="每日限额" help="不填则不限">
        {(field) => (
          <MoneyInput autoFocus value={String(field.value ?? '')} onChange={(yuan) => field.onChange(yuan || null)} />
        )}
      </Picked>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function BindDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const send = useCardSend(memberCard.bindMembershipCard)
  const form = useCallForm(memberCard.bindMembershipCard, {
    defaultValues: { id: card.id, version: card.version, cardNo: '' },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('卡号已更换')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={cardStates.is(card.status, 'lost') ? '补卡' : '绑定实体卡'}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <p className="t-13">
        现在的卡号 {spaced(card.cardNo)}；换号后原号作废{cardStates.is(card.status, 'lost') && '，卡恢复使用'}。
      </p>
      <Field label="新卡号" required error={form.errorOf('cardNo')}>
        <TextField autoFocus maxLength={20} {...form.register('cardNo')} />
      </Field>
    </FormDialog>
  )
}

function RenewDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const send = useCardSend(memberCard.renew)
  const form = useCallForm(memberCard.renew, {
    defaultValues: { id: card.id, version: card.version, expireDate: '' as never, reason: '续期' },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('有效期已改')
    onClose()
  })
  return (
    <FormDialog form={form} title="续期" onClose={onClose} onSubmit={submit} submitText="保存">
      <p className="t-13">现在{card.expireDate ? `至 ${card.expireDate}` : '长期有效'}。</p>
      <Picked form={form} name="expireDate" label="有效期至" required>
        {(field) => (
          <DatePicker min={presentDay()} value={(field.value as string | null) || null} onChange={field.onChange} />
        )}
      </Picked>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function TransferDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const send = useCardSend(memberCard.transfer)
  const [keyword, setKeyword] = useState('')
  const found = useCall(
    memberCard.list,
    { keyword, status: cardStates.code.inUse, pageNum: 1, pageSize: 10 },
    { enabled: keyword.trim().length > 1 },
  ).data
  const form = useCallForm(memberCard.transfer, {
    defaultValues: { id: card.id, version: card.version, toId: '', amount: '', fromCode: '', toCode: '', reason: '' },
  })
  const [principal, bonus] = [fenOf(card.principalAmount ?? '0.00'), fenOf(card.bonusAmount ?? '0.00')]
  const amount = fenOf((form.watch('amount') as string | undefined) ?? '')
  const toId = (form.watch('toId') as string | undefined) ?? ''
  const code = useSend(memberCard.transferCode)
  const along = amount > principal ? ZERO : bonusAlong(amount, principal, bonus)
  const submit = form.save(send.mutateAsync, () => {
    toast.success(`已转出 ${formatYuan(amount)}`)
    onClose()
  })
  return (
    <FormDialog form={form} title="转账" width={480} onClose={onClose} onSubmit={submit} submitText="转出">
      <Field label="查找转入的卡">
        <TextField
          autoFocus
          placeholder="姓名、手机尾号、卡号"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      </Field>
      <Picked form={form} name="toId" label="转入" required>
        {(field) => (
          <Select
            placeholder={keyword ? '选择一张储值卡' : '先在上面查找'}
            options={(found?.list ?? [])
              .filter((each) => each.kind === 1 && !each.isSub && each.id !== card.id)
              .map((each) => ({
                value: each.id,
                label: `${each.patientName}　${each.typeName}`,
                hint: spaced(each.cardNo),
              }))}
            {...field}
          />
        )}
      </Picked>
      <Picked form={form} name="amount" label="转出本金" required help={`最多可转 ${formatYuan(principal)} 元`}>
        {(field) => (
          <MoneyInput value={String(field.value ?? '')} onChange={field.onChange} invalid={amount > principal} />
        )}
      </Picked>
      <p className="t-12 tertiary">赠金 {formatYuan(along)} 元按比例一起转出。</p>
      <HandOverCodes
        key={`${toId} ${amount}`}
        ask={(side) => code.mutateAsync({ id: card.id, toId, amount: fenToYuan(amount), side } as never)}
        ready={toId !== '' && amount > 0 && amount <= principal}
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

function PasswordDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const send = useCardSend(memberCard.setPassword)
  const [none, setNone] = useState(false)
  const form = useCallForm(memberCard.setPassword, {
    defaultValues: { id: card.id, version: card.version, password: '' },
  })
  const submit = form.save(
    (values) => send.mutateAsync(none ? { ...values, password: '' } : values),
    () => {
      toast.success(none ? '已取消密码' : '密码已设')
      onClose()
    },
  )
  const above = card.rules.passwordAbove
  return (
    <FormDialog
      form={form}
      title="卡密码"
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
      submitDisabled={!none && !form.watch('password')}
    >
      <p className="t-13">
        {above === null
          ? '这种卡用卡时不问密码。'
          : `一次用卡超过 ${formatYuanText(above)} 元要输密码或短信验证码；密码连续输错 5 次锁定 15 分钟。`}
      </p>
      <Field label="6 位数字" required={!none} error={form.errorOf('password')}>
        <PasswordField
          autoFocus
          autoComplete="off"
          inputMode="numeric"
          maxLength={6}
          disabled={none}
          {...form.register('password')}
        />
      </Field>
      {card.hasPassword && (
        <Checkbox checked={none} onChange={(event) => setNone(event.target.checked)}>
          取消密码
        </Checkbox>
      )}
    </FormDialog>
  )
}

function RelationDialog({
  card,
  renderPicker,
  onClose,
}: {
  card: Card
  renderPicker: RenderPicker
  onClose: () => void
}) {
  const send = useCardSend(memberCard.relationAdd)
  const form = useCallForm(memberCard.relationAdd, {
    defaultValues: { id: card.id, patientId: '', dayLimit: null },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('副卡已开')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title="加副卡"
      onClose={onClose}
      onSubmit={submit}
      submitText="开副卡"
      submitDisabled={!form.watch('patientId')}
    >
      <p className="t-13">副卡用这张卡的余额付款，账单仍是亲属本人的。</p>
      <Picked form={form} name="patientId" label="亲属" required>
        {(field) => renderPicker((field.value as string | null) || null, (id) => field.onChange(id ?? ''))}
      </Picked>
      <Picked form={form} name="dayLimit" label="每日限额" help="不填则不限">
        {(field) => <MoneyInput value={String(field.value ?? '')} onChange={(yuan) => field.onChange(yuan || null)} />}
      </Picked>
    </FormDialog>
  )
}
