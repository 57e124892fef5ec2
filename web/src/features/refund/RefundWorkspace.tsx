import { parseTeeth } from '@dentin/clinical'
import { refundModes, refundStates, refundTypes } from '@dentin/contract/refund'
import { formatYuanText } from '@dentin/kit/money'
import { useEffect, useRef, useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useDict } from '../../lib/dict.ts'
import {
  Button,
  Checkbox,
  cx,
  ErrorLine,
  Field,
  Icon,
  KeyHints,
  Money,
  MoneyInput,
  NumberField,
  ScrollRegion,
  Segmented,
  SkeletonRows,
  Tag,
  TextButton,
  TextField,
  toast,
  useHotkeys,
  useIsMobile,
  useLeaveGuard,
  UsualWords,
  type IconName,
} from '../../ui/index.ts'
import { Select } from '../../ui/heavy.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { askedOf, giving, shareOf, toggled, typeToSend, wholeOf, type Taken } from './draft.ts'
import { usePreview, useRefundSends, wayName, type RefundPreview, type RefundType } from './hooks.ts'
import { RefundOutcome } from './RefundOutcome.tsx'
import s from './refund.module.css'

const icons: Readonly<Record<string, IconName>> = {
  cash: 'cash',
  wechat: 'wechat',
  alipay: 'alipay',
  bank_card: 'bank-card',
  transfer: 'bank',
}
const kinds = ([1, 2, 4] as const).map((value) => ({ value: String(value), label: refundTypes[value] }))

export interface RefundWorkspaceProps {
  billId: string
  /** It was asked for: the refund's id. */
  onDone: (refundId: string) => void
  onCancel: () => void
  onDirty: (dirty: boolean) => void
}

/** A refund is worked out to the fen before anything moves: lines at the left, what everybody gets at the right. */
export function RefundWorkspace({ billId, onDone, onCancel, onDirty }: RefundWorkspaceProps) {
  const mobile = useIsMobile()
  const [type, setType] = useState<RefundType>(1)
  const [taken, setTaken] = useState<Taken>(new Map())
  const [reason, setReason] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const [asked, setAsked] = useState(false)
  const { words, first } = useDict('refund-reason')
  const why = reason ?? first
  const reasonField = useRef<HTMLDivElement>(null)
  const [otherWayId, setOtherWayId] = useState<string | null>(null)
  const frame = usePreview({ billId, type: 1, items: [] })
  const { items, missing } = askedOf(taken)
  const lines = frame.data?.items ?? []
  const sent = typeToSend(type, lines, taken)
  const [rollBackPerformance, setRollBack] = useState(true)
  const [returnStock, setReturnStock] = useState(true)
  const terms = { rollBackPerformance, returnStock, ...(otherWayId === null ? {} : { otherWayId }) }
  const live = usePreview({ billId, type: sent, items, ...terms }, missing === null)
  const sends = useRefundSends()
  const [requestId] = useState(newRequestId)
  const dirty = taken.size > 0 || remark !== ''
  useLeaveGuard(dirty, '退费还没有提交')
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const wrong = (live.isError ? live.error.fields : []).concat(sends.request.error?.fields ?? [])
  const errorOf = (billItemId: string, what: 'amount' | 'qty') => {
    const n = items.findIndex((item) => item.billItemId === billItemId)
    return n < 0 ? undefined : wrong.find(({ field }) => field === `items.${n}.${what}`)?.message
  }
  const plan = missing === null && live.data && !live.isError ? live.data : null
  const ready = plan !== null && !live.isFetching && why.trim() !== ''
  const payNow = plan !== null && plan.mayPay && !plan.approval.needed
  const submit = () => {
    setAsked(true)
    if (why.trim() === '') reasonField.current?.scrollIntoView({ block: 'end' })
    if (!ready || sends.request.isPending || !frame.data) return
    sends.request.mutate(
      {
        billId,
        version: plan.version,
        type: sent,
        items,
        ...terms,
        reason: why.trim(),
        remark: remark.trim(),
        payNow,
        requestId,
      },
      {
        onSuccess: ({ id, status }) => {
          onDirty(false)
          toast.success(
            refundStates.is(status, 'paid')
              ? '已退款'
              : refundStates.is(status, 'asked')
                ? '已提交，等待审批'
                : '已提交，等待退款',
          )
          onDone(id)
        },
        onError: () => {},
      },
    )
  }
  useHotkeys([{ key: 'mod+Enter', does: '提交退费', run: submit }])
  if (frame.error && !frame.data)
    return (
      <div className={s.nothing}>
        <ErrorLine onRetry={() => void frame.refetch()} retrying={frame.isFetching}>
          {frame.error.message}
        </ErrorLine>
      </div>
    )
  if (!frame.data)
    return (
      <div className={s.main}>
        <SkeletonRows rows={6} height={52} />
      </div>
    )
  const shown = plan ?? frame.data
  const failure = sends.request.error && sends.request.error.fields.length === 0 ? sends.request.error.message : null
  return (
    <>
      <section className={s.main} aria-label="退费">
        <ScrollRegion label="退费明细" className={s.body}>
          <header className={s.head}>
            <h2 className="t-16">{sent === 3 ? '整单退' : '退一部分'}</h2>
            <span className="t-13 secondary">
              账单 <b className="num">{shown.billNo}</b>
              {shown.payTime && <span className="num">　{shown.payTime.slice(5, 16)} 收</span>}
            </span>
            <div className={s.headEnd}>
              <Segmented
                label="退费类型"
                size="sm"
                options={kinds}
                value={String(type)}
                onChange={(next) => {
                  setType(Number(next) as RefundType)
                  setTaken(new Map())
                }}
              />
              {type !== 2 && (
                <TextButton
                  onClick={() => setTaken(new Map(giving(lines).map((line) => [line.billItemId, wholeOf(line)])))}
                >
                  整单退
                </TextButton>
              )}
            </div>
          </header>
          <Lines
            preview={shown}
            priceOnly={type === 2}
            taken={taken}
            onTaken={setTaken}
            errorOf={errorOf}
            missing={asked && missing === '请填写这次退的金额'}
            mobile={mobile}
          />
          {asked && taken.size === 0 && (
            <p className={cx('t-13 danger', s.note)} role="alert">
              请勾选要退的项目
            </p>
          )}
          <Ways preview={shown} />
          {plan && Number(plan.elsewhere.amount) > 0 && (
            <div className={s.fields}>
              <Field
                label={`不能原路退的 ${formatYuanText(plan.elsewhere.amount)} 元，改用`}
                required
                error={wrong.find(({ field }) => field === 'otherWayId')?.message}
              >
                <Select
                  label="退款方式"
                  options={plan.elsewhere.choices.map(({ id, name }) => ({ value: id, label: name }))}
                  value={otherWayId ?? plan.elsewhere.payMethodId}
                  onChange={(id) => setOtherWayId(id)}
                />
              </Field>
            </div>
          )}
          <div className={s.fields} ref={reasonField}>
            <Field label="退费原因" required error={asked && why.trim() === '' ? '请填写退费原因' : undefined}>
              <UsualWords maxLength={50} words={words} value={why} onChange={setReason} />
            </Field>
            <Field label="说明">
              <TextField maxLength={200} value={remark} onChange={(event) => setRemark(event.target.value)} />
            </Field>
            <div>
              <Checkbox checked={rollBackPerformance} onChange={(event) => setRollBack(event.target.checked)}>
                业绩回退
              </Checkbox>
              <span className="t-12 tertiary">{rollBackPerformance ? '记回项目的医生' : '医生不变，由门诊承担'}</span>
            </div>
            <div>
              <Checkbox checked={returnStock} onChange={(event) => setReturnStock(event.target.checked)}>
                物料退回
              </Checkbox>
              <span className="t-12 tertiary">{returnStock ? '未使用的退回库存，已执行的不退' : '都不退回库存'}</span>
            </div>
          </div>
        </ScrollRegion>
        {!mobile && (
          <footer className={s.keys}>
            <KeyHints
              keys={[
                { keys: '空格', does: '勾选' },
                { keys: 'Tab', does: '移动' },
                { keys: 'Ctrl+Enter', does: '提交' },
              ]}
            />
          </footer>
        )}
      </section>
      <section className={s.side} aria-label="退给患者">
        <div className={s.sideBody}>
          <RefundOutcome preview={shown} empty={plan === null} />
        </div>
        <div className={s.sideFoot}>
          {failure && (
            <p className="t-13 danger" role="alert">
              {failure}
            </p>
          )}
          <Button
            variant="primary"
            size="lg"
            block
            busy={sends.request.isPending}
            disabled={taken.size > 0 && live.isError}
            onClick={submit}
          >
            {buttonWords(plan, payNow)}
          </Button>
          <div className={s.footLinks}>
            <span className="t-12 tertiary">
              {payNow || !plan
                ? '确认前不动任何账'
                : plan.approval.needed
                  ? '审批通过后才退'
                  : '提交后由有退款权限的人退'}
            </span>
            <TextButton onClick={onCancel}>返回账单</TextButton>
          </div>
        </div>
      </section>
    </>
  )
}

function buttonWords(plan: RefundPreview | null, payNow: boolean): string {
  if (!plan) return '提交退费'
  const sum = formatYuanText(plan.refunded)
  if (payNow) return Number(plan.refunded) > 0 ? `退款 ${sum}` : `退项 ${formatYuanText(plan.returned)}，冲减欠费`
  return `提交退费 ${sum}，等${plan.approval.needed ? '审批' : '退款'}`
}

interface LinesProps {
  preview: RefundPreview
  priceOnly: boolean
  taken: Taken
  onTaken: (taken: Taken) => void
  errorOf: (billItemId: string, what: 'amount' | 'qty') => string | undefined
  missing: boolean
  mobile: boolean
}

function Lines({ preview, priceOnly, taken, onTaken, errorOf, missing, mobile }: LinesProps) {
  const change = (id: string, next: { qty: number; amount: string }) => onTaken(new Map(taken).set(id, next))
  const total = (pick: (line: RefundPreview['items'][number]) => string) =>
    preview.items.reduce((all, line) => all + Math.round(Number(pick(line)) * 100), 0)
  const yuan = (fen: number) => (fen / 100).toFixed(2)
  return (
    <>
      <div className={s.lines} role="table" aria-label="项目">
        <div className={cx(s.line, s.linesHead)} role="row">
          <span role="columnheader" aria-label="选择" />
          <span role="columnheader">牙位</span>
          <span role="columnheader">项目</span>
          <span role="columnheader" className={cx(s.right, s.wide)}>
            应收
          </span>
          <span role="columnheader" className={cx(s.right, s.wide)}>
            可退
          </span>
          <span role="columnheader" className={s.right}>
            {priceOnly ? '' : '数量'}
          </span>
          <span role="columnheader" className={s.right}>
            这次退
          </span>
          <span role="columnheader" className={cx(s.right, s.wide)}>
            退后
          </span>
        </div>
        {preview.items.map((line) => {
          const chosen = taken.get(line.billItemId)
          const none = Number(line.most) === 0
          const amountError =
            errorOf(line.billItemId, 'amount') ??
            (missing && chosen && !(Number(chosen.amount) > 0) ? '请填写金额' : undefined)
          const qtyError = errorOf(line.billItemId, 'qty')
          return (
            <div key={line.billItemId} className={cx(s.line, chosen && s.chosen, none && 'tertiary')} role="row">
              <span role="cell">
                <Checkbox
                  aria-label={`退 ${line.name}`}
                  checked={!!chosen}
                  disabled={none}
                  onChange={() => onTaken(toggled(taken, line, priceOnly))}
                />
              </span>
              <span role="cell" className={s.teeth}>
                {line.teeth && <ToothCross teeth={parseTeeth(line.teeth)} />}
              </span>
              <span role="cell" className={s.name}>
                <b>{line.name}</b>
                <span className="t-12 secondary">
                  {line.doctorName}
                  {line.qty > 1 && `　${line.qty} ${line.unit}`}
                  {none && '　已退完'}
                </span>
              </span>
              <span role="cell" className={cx(s.right, s.wide)}>
                <Money yuan={line.amount} />
              </span>
              <span role="cell" className={cx(s.right, s.wide)}>
                <Money yuan={line.most} />
              </span>
              <span role="cell" className={s.right}>
                {chosen && !priceOnly && line.mostQty > 1 ? (
                  <NumberField
                    aria-label={`${line.name} 退的数量`}
                    size="sm"
                    value={chosen.qty}
                    min={1}
                    max={line.mostQty}
                    aria-invalid={!!qtyError}
                    onChange={(qty) => change(line.billItemId, { qty: qty ?? 1, amount: shareOf(line, qty ?? 1) })}
                  />
                ) : chosen && !priceOnly ? (
                  <span className="num">{chosen.qty}</span>
                ) : null}
              </span>
              <span role="cell" className={s.right}>
                {chosen ? (
                  <MoneyInput
                    aria-label={`${line.name} 这次退`}
                    size={mobile ? undefined : 'sm'}
                    value={chosen.amount}
                    aria-invalid={!!amountError}
                    onChange={(amount) => change(line.billItemId, { ...chosen, amount })}
                  />
                ) : (
                  <span className="tertiary num">0.00</span>
                )}
              </span>
              <span role="cell" className={cx(s.right, s.wide)}>
                <Money yuan={line.left} strong />
              </span>
              {(amountError ?? qtyError) && (
                <span className={cx('t-12 danger', s.lineError)} role="alert">
                  {amountError ?? qtyError}
                </span>
              )}
            </div>
          )
        })}
        <div className={cx(s.line, s.total)} role="row">
          <span role="cell" />
          <span role="cell" />
          <span role="cell">合计</span>
          <span role="cell" className={cx(s.right, s.wide)}>
            <Money yuan={yuan(total((line) => line.amount))} />
          </span>
          <span role="cell" className={cx(s.right, s.wide)}>
            <Money yuan={yuan(total((line) => line.most))} />
          </span>
          <span role="cell" />
          <span role="cell" className={s.right}>
            <Money yuan={preview.returned} />
          </span>
          <span role="cell" className={cx(s.right, s.wide)}>
            <Money yuan={yuan(total((line) => line.left))} />
          </span>
        </div>
      </div>
      {priceOnly && <p className={cx('t-12 secondary', s.note)}>只退差价时改金额，数量不变</p>}
    </>
  )
}

/** How the bill was paid, and what of each way goes back. */
function Ways({ preview }: { preview: RefundPreview }) {
  if (preview.ways.length === 0) return null
  const teethOf = new Map(preview.items.map((line) => [line.billItemId, line.name]))
  const others = preview.otherMode.ways.filter((way) => Number(way.back) > 0)
  const same = preview.otherMode.ways.every((way, n) => way.back === preview.ways[n]?.back)
  return (
    <>
      <h3 className={s.sub}>
        退回方式 <Tag tone="brand">{refundModes[preview.mode as 1 | 2]}</Tag>
        <span className="t-12 tertiary">门诊设置，本单不可改</span>
      </h3>
      <table className={s.ways}>
        <thead>
          <tr>
            <th scope="col">原来怎么付的</th>
            <th scope="col" className={s.right}>
              已付
            </th>
            <th scope="col" className={s.right}>
              退回
            </th>
            <th scope="col" className={s.right}>
              退后仍付
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.ways.map((way) => (
            <tr key={`${way.paymentId}${way.part}`}>
              <td aria-label={wayName(way)}>
                <span className={s.way}>
                  <span className={s.wayIcon}>
                    <Icon name={icons[way.payMethodCode] ?? 'yen'} size={16} />
                  </span>
                  <span>
                    <b>{wayName(way)}</b>
                    <span className={cx('t-12 tertiary', s.lies)}>
                      {way.lies.map((lie) => `${teethOf.get(lie.billItemId) ?? ''} ${lie.amount}`).join(' + ')}
                    </span>
                  </span>
                </span>
              </td>
              <td className={s.right}>
                <Money yuan={way.paid} />
              </td>
              <td className={s.right}>
                {Number(way.back) > 0 ? (
                  <b className={s.back}>
                    <Money yuan={way.back} />
                  </b>
                ) : (
                  <span className="tertiary num">0.00</span>
                )}
              </td>
              <td className={s.right}>
                <Money yuan={(Number(way.paid) - Number(way.back)).toFixed(2)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!same && others.length > 0 && (
        <p className={s.other}>
          <Icon name="info" size={14} />
          <b>若{refundModes[preview.otherMode.mode as 1 | 2]}</b>
          {others.map((way) => (
            <span key={`${way.payMethodName}${way.part}`} className="num">
              {wayName(way)} {formatYuanText(way.back)}
            </span>
          ))}
          <span className={s.otherEnd}>两种算法退的总数一样</span>
        </p>
      )}
    </>
  )
}
