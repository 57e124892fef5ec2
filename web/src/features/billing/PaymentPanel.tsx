import { amountInWords } from '@dentin/kit/amount-in-words'
import { fen, fenToYuan, formatYuan, formatYuanText, yuanToFen, type Fen } from '@dentin/kit/money'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import {
  Button,
  Checkbox,
  cx,
  ErrorLine,
  Icon,
  IconButton,
  isNowhere,
  Money,
  MoneyInput,
  TextButton,
  TextField,
  type IconName,
} from '../../ui/index.ts'
import { CardBlock, PointsBlock, UnitBlock } from './dialogs.ts'
import {
  addMethod,
  byPoints,
  changeOf,
  isByUnit,
  isVoucher,
  keyOfPayment,
  quickCash,
  type Allocation,
  type CardLine,
  type DraftPayment,
} from './payments.ts'
import type { PayCard, PayMethod, PayPrepay, PayUnit } from './hooks.ts'
import s from './billing.module.css'

const icons: Record<string, IconName> = {
  cash: 'cash',
  wechat: 'wechat',
  alipay: 'alipay',
  card: 'bank-card',
  bank_card: 'bank-card',
  transfer: 'bank',
}
const iconOf = (method: PayMethod): IconName =>
  icons[method.code] ?? (isVoucher(method) ? 'ticket' : method.type === 4 ? 'shield-check' : 'yen')
/** Kinds of cards that hold something to pay with: stored value and uses. */
const PAYING_KINDS = new Set([1, 3])
const WITH_NUMBER = new Set(['card', 'transfer'])

export interface PaymentPanelProps {
  /** 应收, or 欠费 when arrears are repaid. */
  title: string
  due: Fen
  /** Under the amount in words: what it consists of. */
  note?: ReactNode
  methods: readonly PayMethod[]
  /** The patient's member cards, and the lines that they pay. */
  cards?: { list: readonly PayCard[]; lines: readonly CardLine[]; onAdd: (card: PayCard) => void }
  /** The patient's prepayments. */
  prepays?: { list: readonly PayPrepay[]; onAdd: (prepay: PayPrepay) => void }
  /** The ways by which units are charged, and those that may be. */
  units?: { methods: readonly PayMethod[]; list: readonly PayUnit[] }
  /** What the server refused of a payment, in its place; '' otherwise. */
  refusals?: readonly string[]
  /** The points of these cards pay, too. */
  onPoints?: ((card: PayCard) => void) | undefined
  payments: readonly DraftPayment[]
  allocation: Allocation
  onPayments: (payments: DraftPayment[]) => void
  /** Words on the button before the amount. */
  verb: string
  /** Less than all may be paid (repaying arrears). */
  partial?: boolean
  /** Why nothing can be charged now. */
  blocked?: string | null
  busy: boolean
  /** What went wrong, at the button. */
  failure?: ReactNode
  onRetry?: () => void
  onPay: () => void
  printing: boolean
  onPrinting: (printing: boolean) => void
  /** An invoice is issued once the money is there. */
  invoicing: boolean
  /** Absent for whoever issues none. */
  onInvoicing?: (invoicing: boolean) => void
  /** At the foot: 挂账, 存草稿. */
  foot?: ReactNode
  /** Above the button: other ways to take what was chosen, while it can be taken. */
  above?: (ready: boolean) => ReactNode
}

/** What is due, how it is paid, what is still missing, and the one button. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { title, due, note, methods, payments, allocation, onPayments, verb, partial, blocked, busy, onPay } = props
  const { missing, assigned, amounts, problems } = allocation
  const root = useRef<HTMLElement>(null)
  const enough = partial ? assigned > 0 && missing >= 0 : missing === 0
  const ready = enough && !blocked && problems.every((problem) => problem === '')
  const latest = useRef({ ready, busy, onPay })
  useLayoutEffect(() => {
    latest.current = { ready, busy, onPay }
  })
  useLayoutEffect(() => {
    // Enter charges from the amounts and from nowhere in particular, never from a button, another field or a dialog.
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return
      const target = event.target as HTMLElement
      const here =
        isNowhere(target) ||
        (target instanceof HTMLInputElement && target.type !== 'checkbox' && root.current?.contains(target))
      if (!here || document.querySelector('[role=dialog], dialog[open]')) return
      event.preventDefault()
      if (latest.current.ready && !latest.current.busy) latest.current.onPay()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  const set = (n: number, patch: Partial<DraftPayment>) =>
    onPayments(payments.map((each, i) => (i === n ? { ...each, ...patch } : each)))
  const says = (n: number) => problems[n] || props.refusals?.[n] || ''
  const ways = props.units && props.units.list.length > 0 ? [...methods, ...props.units.methods] : methods
  const unused = ways.filter(
    (method) => isVoucher(method) || !payments.some((payment) => payment.method.id === method.id),
  )
  return (
    <section className={s.pay} aria-label="收款" ref={root}>
      <div className={s.payBody}>
        <div className="t-13 secondary">{title}</div>
        <div className={s.due}>
          <span className={s.yen}>¥</span>
          <span className="t-40 num" data-testid="due">
            {formatYuan(due)}
          </span>
        </div>
        <div className="t-12 tertiary">{amountInWords(due)}</div>
        {note != null && <div className={s.payNote}>{note}</div>}
        <div className={s.methodsHead}>
          <h3 className="t-14 bold">收款方式</h3>
          <div className={s.methodChips}>
            {props.cards?.list
              .filter((card) => PAYING_KINDS.has(card.kind))
              .filter((card) => !payments.some((payment) => payment.card?.id === card.id && !byPoints(payment)))
              .map((card) => (
                <Button
                  key={card.id}
                  size="sm"
                  icon="crown"
                  disabled={card.refusal !== ''}
                  title={card.refusal || undefined}
                  onClick={() => props.cards?.onAdd(card)}
                >
                  {card.typeName} {card.cardNo.slice(-4)}
                </Button>
              ))}
            {props.prepays?.list
              .filter((prepay) => !payments.some((payment) => payment.prepay?.id === prepay.id))
              .map((prepay) => (
                <Button
                  key={prepay.id}
                  size="sm"
                  icon="yen"
                  title={`${prepay.prepayNo}，余额 ${prepay.balanceAmount}，${prepay.openClinicName}收取`}
                  onClick={() => props.prepays?.onAdd(prepay)}
                >
                  预交金 {prepay.purpose} {formatYuanText(prepay.balanceAmount)}
                </Button>
              ))}
            {props.onPoints &&
              props.cards?.list
                .filter((card) => card.points > 0)
                .filter((card) => !payments.some((payment) => payment.card?.id === card.id && byPoints(payment)))
                .map((card) => (
                  <Button
                    key={`points ${card.id}`}
                    size="sm"
                    icon="ticket"
                    disabled={card.refusal !== ''}
                    title={card.refusal || undefined}
                    onClick={() => props.onPoints?.(card)}
                  >
                    积分 {card.points}
                  </Button>
                ))}
            {unused.map((method) => (
              <Button key={method.id} size="sm" onClick={() => onPayments(addMethod(payments, method, due))}>
                {method.name}
              </Button>
            ))}
          </div>
        </div>
        {payments.length === 0 && due > 0 && <p className={s.noMethod}>选择收款方式，可以几种一起收</p>}
        {payments.map((payment, n) =>
          payment.card && byPoints(payment) ? (
            <PointsBlock
              key={keyOfPayment(payment)}
              card={payment.card}
              payment={payment}
              amount={amounts[n] as Fen}
              lines={props.cards?.lines ?? []}
              problem={says(n)}
              onChange={(patch) => set(n, patch)}
              onRemove={() => onPayments(payments.filter((_, i) => i !== n))}
            />
          ) : payment.card ? (
            <CardBlock
              key={keyOfPayment(payment)}
              card={payment.card}
              payment={payment}
              amount={amounts[n] as Fen}
              lines={props.cards?.lines ?? []}
              problem={says(n)}
              onChange={(patch) => set(n, patch)}
              onRemove={() => onPayments(payments.filter((_, i) => i !== n))}
            />
          ) : isByUnit(payment) ? (
            <UnitBlock
              key={keyOfPayment(payment)}
              units={props.units?.list ?? []}
              payment={payment}
              amount={amounts[n] as Fen}
              problem={says(n)}
              onChange={(patch) => set(n, patch)}
              onRemove={() => onPayments(payments.filter((_, i) => i !== n))}
            />
          ) : payment.prepay ? (
            <PrepayBlock
              key={keyOfPayment(payment)}
              prepay={payment.prepay}
              payment={payment}
              amount={amounts[n] as Fen}
              problem={says(n)}
              onChange={(patch) => set(n, patch)}
              onRemove={() => onPayments(payments.filter((_, i) => i !== n))}
            />
          ) : isVoucher(payment.method) ? (
            <VoucherBlock
              key={keyOfPayment(payment)}
              payment={payment}
              amount={amounts[n] as Fen}
              problem={says(n)}
              onChange={(patch) => set(n, patch)}
              onRemove={() => onPayments(payments.filter((_, i) => i !== n))}
            />
          ) : (
            <MethodBlock
              key={keyOfPayment(payment)}
              payment={payment}
              amount={amounts[n] as Fen}
              problem={says(n)}
              onChange={(patch) => set(n, patch)}
              onRemove={() => onPayments(payments.filter((_, i) => i !== n))}
            />
          ),
        )}
      </div>
      <div className={s.payFoot}>
        <div className={s.balance}>
          <span>已分配</span>
          <Money yuan={fenToYuan(assigned)} />
        </div>
        <div className={s.balance}>
          <span>{missing < 0 ? '多收' : partial ? '还欠' : '还差'}</span>
          <span className={missing === 0 ? s.even : partial && missing > 0 ? undefined : s.uneven}>
            {missing === 0 && <Icon name="check" size={15} stroke={2} />}
            {formatYuan(Math.abs(missing) as Fen)}
          </span>
        </div>
        <div className={s.payChecks}>
          <Checkbox checked={props.printing} onChange={(event) => props.onPrinting(event.target.checked)}>
            打印小票
          </Checkbox>
          {props.onInvoicing && (
            <Checkbox checked={props.invoicing} onChange={(event) => props.onInvoicing?.(event.target.checked)}>
              开电子发票
            </Checkbox>
          )}
        </div>
        {props.failure != null && <ErrorLine onRetry={props.onRetry}>{props.failure}</ErrorLine>}
        {blocked && (
          <p className="t-12 danger" role="status">
            {blocked}
          </p>
        )}
        {props.above?.(ready)}
        <Button variant="primary" block className={s.payButton} disabled={!ready} busy={busy} onClick={onPay}>
          {verb} {formatYuan(partial ? assigned : due)}
        </Button>
        {props.foot != null && <div className={s.payLinks}>{props.foot}</div>}
      </div>
    </section>
  )
}

interface MethodBlockProps {
  payment: DraftPayment
  amount: Fen
  problem: string
  onChange: (patch: Partial<DraftPayment>) => void
  onRemove: () => void
}

function MethodBlock({ payment, amount, problem, onChange, onRemove }: MethodBlockProps) {
  const { method } = payment
  const cash = method.code === 'cash'
  const numbered = method.needTradeNo || WITH_NUMBER.has(method.code) || method.type === 4
  const change = changeOf(payment, amount)
  return (
    <div className={s.method}>
      <div className={s.methodLine}>
        <span className={s.methodIcon}>
          <Icon name={iconOf(method)} size={18} />
        </span>
        <span className={s.methodName}>
          {method.name}
          {cash && (
            <span className={s.tendered}>
              收
              <MoneyInput
                aria-label="收到现金"
                size="sm"
                boxClassName={s.tenderedBox}
                placeholder={fenToYuan(amount)}
                value={payment.tendered}
                onChange={(tendered) => onChange({ tendered })}
              />
            </span>
          )}
        </span>
        <MoneyInput
          aria-label={`${method.name}金额`}
          boxClassName={s.methodAmount}
          value={payment.amount ?? fenToYuan(amount)}
          onChange={(yuan) => onChange({ amount: yuan })}
          autoFocus
          invalid={problem === '请填写金额' && payment.amount !== null && payment.amount !== ''}
        />
        <IconButton icon="x" label={`去掉${method.name}`} size="xs" onClick={onRemove} />
      </div>
      {cash && (
        <div className={s.cash}>
          <div className={s.quick}>
            {quickCash(amount).map((sum) => (
              <Button
                key={sum}
                size="sm"
                className={cx(payment.tendered === fenToYuan(sum) && s.quickChosen)}
                aria-pressed={payment.tendered === fenToYuan(sum)}
                onClick={() => onChange({ tendered: fenToYuan(sum) })}
              >
                {formatYuan(sum).replace(/\.00$/, '')}
              </Button>
            ))}
          </div>
          <span className={s.change}>
            找零 <b className="num">{formatYuan(change)}</b>
          </span>
        </div>
      )}
      {numbered && (
        <TextField
          aria-label={`${method.name}交易号`}
          size="sm"
          placeholder={method.needTradeNo ? '交易号（必填）' : '交易号'}
          maxLength={64}
          value={payment.tradeNo}
          onChange={(event) => onChange({ tradeNo: event.target.value })}
        />
      )}
      {problem && problem !== '请填写金额' && <div className="t-12 danger">{problem}</div>}
    </div>
  )
}

/** A payment with a platform's voucher: its code, typed or scanned, and what the platform pays for it. */
function VoucherBlock({ payment, amount, problem, onChange, onRemove }: MethodBlockProps) {
  const { method, tradeNo } = payment
  const amountField = useRef<HTMLInputElement>(null)
  const isWrong = problem !== '' && problem !== '请填写金额' && tradeNo !== ''
  return (
    <div className={s.method} data-testid="voucher-payment">
      <div className={s.methodLine}>
        <span className={s.methodIcon}>
          <Icon name="ticket" size={18} />
        </span>
        <span className={s.methodName}>{method.name}</span>
        <MoneyInput
          ref={amountField}
          aria-label={`${method.name}金额`}
          boxClassName={s.methodAmount}
          value={payment.amount ?? fenToYuan(amount)}
          onChange={(yuan) => onChange({ amount: yuan })}
          invalid={problem === '请填写金额' && payment.amount !== null && payment.amount !== ''}
        />
        <IconButton icon="x" label={`去掉${method.name}`} size="xs" onClick={onRemove} />
      </div>
      <TextField
        aria-label={`${method.name}券码`}
        size="sm"
        placeholder="输入或扫描券码"
        maxLength={64}
        autoFocus
        autoComplete="off"
        invalid={isWrong}
        value={tradeNo}
        onChange={(event) => onChange({ tradeNo: event.target.value })}
        onKeyDown={(event) => {
          // A scanner ends with Enter: the code is there, and nothing is charged by it.
          if (event.key !== 'Enter') return
          event.preventDefault()
          amountField.current?.focus()
        }}
      />
      {problem && problem !== '请填写金额' && (
        <div className={cx('t-12', isWrong ? 'danger' : 'tertiary')} role={isWrong ? 'alert' : undefined}>
          {problem}
        </div>
      )}
    </div>
  )
}

/** A payment with a prepayment: what it holds before and after. */
function PrepayBlock({
  prepay,
  payment,
  amount,
  problem,
  onChange,
  onRemove,
}: {
  prepay: PayPrepay
  payment: DraftPayment
  amount: Fen
  problem: string
  onChange: (patch: Partial<DraftPayment>) => void
  onRemove: () => void
}) {
  const name = `预交金 ${prepay.purpose}`
  const left = fen(yuanToFen(prepay.balanceAmount) - amount)
  return (
    <div className={s.method} data-testid="prepay-payment">
      <div className={s.methodLine}>
        <span className={s.methodIcon}>
          <Icon name="yen" size={18} />
        </span>
        <span className={s.methodName}>
          {name}
          <span className="t-12 tertiary num">{prepay.prepayNo}</span>
        </span>
        <MoneyInput
          aria-label={`${name}金额`}
          boxClassName={s.methodAmount}
          value={payment.amount ?? fenToYuan(amount)}
          onChange={(yuan) => onChange({ amount: yuan })}
          autoFocus
          invalid={problem !== '' && payment.amount !== ''}
        />
        <IconButton icon="x" label={`去掉${name}`} size="xs" onClick={onRemove} />
      </div>
      <div className="t-12 tertiary num">
        收前余额 {formatYuanText(prepay.balanceAmount)}
        {left >= 0 && ` → 收后余 ${formatYuan(left)}`}　{prepay.openClinicName}收取
      </div>
      {problem && problem !== '请填写金额' && <div className="t-12 danger">{problem}</div>}
    </div>
  )
}

/** The words at the foot of the panel. */
export function PanelLink({
  children,
  onClick,
  disabled,
}: {
  children: ReactNode
  onClick: () => void
  disabled?: boolean
}) {
  return (
    <TextButton tone="quiet" onClick={onClick} disabled={disabled}>
      {children}
    </TextButton>
  )
}
