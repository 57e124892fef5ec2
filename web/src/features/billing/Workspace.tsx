import { RETAIL } from '@dentin/contract/billing'
import { billStates } from '@dentin/contract/core/status'
import { scanPayStates } from '@dentin/contract/scan-pay'
import { add, fenToYuan, formatYuan, formatYuanText, subtract, sum, yuanToFen, ZERO, type Fen } from '@dentin/kit/money'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { deferred, usePreload } from '../../lib/deferred.ts'
import { ownKey } from '../../lib/session.ts'
import { useOpenLines } from '../../domain/plan-lines.ts'
import { useScanned, useScanStanding, type Scan } from '../../domain/scan-pay.ts'
import type { TypedCode } from '../../domain/scan-ways.tsx'
import { useCan } from '../../lib/permission.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import {
  Button,
  Checkbox,
  cx,
  KeyHints,
  Notice,
  ScrollRegion,
  StatusTag,
  Tag,
  toast,
  useHotkeys,
  useIsMobile,
  useLeaveGuard,
} from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { BillPeople, peopleWords, type Proposed } from './BillPeople.tsx'
import { BillLines } from './BillLines.tsx'
import { BillTerms } from './BillTerms.tsx'
import { CardBlock, ConflictDialog, FeeDialog, LateDay, ReasonDialog, ScanPanel, ScanWays } from './dialogs.ts'
import { draftOf, hasOwnPrice, isOverLimit, savedSums, sumsOf, tooMuchOff } from './draft.ts'
import {
  useBillRights,
  useCardMethod,
  useHeld,
  usePayCards,
  usePayPrepays,
  usePrepayMethod,
  usePayMethods,
  usePayUnits,
  usePointsMethod,
  useUnitMethods,
  useUnpaid,
  type BillDetail,
} from './hooks.ts'
import { chargeDeskLink, printReceipt } from './links.ts'
import { takesBonus, useOffers } from './offers.ts'
import { addCard, addMethod, addPoints, addPrepay, allocate, isTyped, payable, type CardLine } from './payments.ts'
import { PanelLink, PaymentPanel } from './PaymentPanel.tsx'
import { useCharge, type NewBillFor } from './use-charge.ts'
import { BillMovements, SettledPanel } from './settled.ts'
import s from './billing.module.css'

export interface WorkspaceProps {
  /** null: a new bill. */
  bill: BillDetail | null
  forWhom: NewBillFor
  /** A new bill was kept: its id. */
  onOpened: (id: string) => void
  onNext: () => void
  /** Told what would be lost by going on to another bill, in words; null: nothing. */
  onDirty: (unsaved: string | null) => void
  /** Phone: the payment stands on a page of its own. */
  paying: boolean
  onPaying: (paying: boolean) => void
  /** A refund is asked for. */
  onRefund: () => void
  /** An invoice is asked for. */
  onInvoice: (billId: string) => void
}

type Asking = 'movements' | 'arrears' | 'takeBack' | 'void' | 'revoke' | null
const PRINT = 'receipt.print'
/** What the way to a bill's invoices says once there are some. */
const invoiceWords: Readonly<Record<number, string>> = { 2: '发票（已开）', 3: '发票（已红冲）' }
const AHEAD = [SettledPanel, ScanWays, CardBlock]
/** It says something of few bills. */
const Approvals = deferred(async () => (await import('./Approvals.tsx')).Approvals)

/** One bill: its lines in the middle, its payment at the right. */
export function Workspace({
  bill,
  forWhom,
  onOpened,
  onNext,
  onDirty,
  paying,
  onPaying,
  onRefund,
  onInvoice,
}: WorkspaceProps) {
  const can = useCan()
  const mobile = useIsMobile()
  const open = useUnpaid(forWhom.patientId).data
  const { doctorId = null, nurseId = null, consultantId = null } = open?.visit ?? {}
  const proposed: Proposed = { doctorId, nurseId, consultantId }
  const desk = useCharge(bill, { ...forWhom, ...proposed })
  const { draft, saved, dirty, payments, busy } = desk
  // What was refused of the payments stands beside them until they are changed.
  const setPayments = (next: typeof payments) => {
    desk.clearFailure()
    desk.setPayments(next)
  }
  const [adding, setAdding] = useState(bill === null)
  const [asking, setAsking] = useState<Asking>(null)
  const [invoicing, setInvoicing] = useState(false)
  const [printing, setPrinting] = useState(() => localStorage.getItem(ownKey(PRINT)) !== '0')
  const methods = usePayMethods()
  const rights = useBillRights(bill === null ? forWhom.patientId : null)
  const openLines = useOpenLines(forWhom.patientId, bill === null && can('/treatmentPlan:view'))
  const retail = bill ? bill.billType === RETAIL : forWhom.retail
  const planned = retail ? [] : openLines.filter(({ line }) => line.bill === null)
  const unpaid = open?.bills.filter((each) => each.id !== saved.id) ?? []
  const others = desk.isTogether ? unpaid.filter((each) => each.chargeable) : []
  const othersDue = sum(others.map((each) => yuanToFen(each.receivableAmount)))
  const [fee] = can('/orderSet:charge') ? (open?.fees ?? []) : []
  const [takingFee, setTakingFee] = useState(false)
  const typed = payments.length > 1 || payments.some(isTyped)
  const unsaved = dirty ? '账单有未保存的修改' : typed ? '收款已填写，还没有收' : null
  useLeaveGuard(unsaved !== null, unsaved ?? undefined)
  usePreload(AHEAD)
  useEffect(() => onDirty(unsaved), [unsaved, onDirty])
  useUnsavedDraft(
    dirty
      ? {
          name: bill ? `${bill.patientName} 的账单` : '新账单',
          save: async () => void (await desk.save(false)),
          discard: desk.discard,
        }
      : null,
  )

  const held = useHeld(bill)
  const lateProblem = desk.failure?.fields.find(({ field }) => field === 'belongDate')?.message
  const mayEdit = bill ? bill.allowed.edit : can('/orderSet:open') || can('/orderSet:charge')
  // What was typed before somebody else began stays to be seen, and to be saved after them.
  const editable = mayEdit && (held === null || dirty)
  const limit = (bill ? bill.allowed.discountLimit : rights?.discountLimit) ?? 100
  const changePrice = (bill ? bill.allowed.changePrice : rights?.changePrice) ?? false
  const mayOwe = (bill ? bill.allowed.arrears : rights?.arrears) ?? false
  const toCharge = bill ? bill.allowed.charge : can('/orderSet:charge')
  const toRepay =
    bill !== null && billStates.is(bill.status, 'owing') && Number(bill.arrearsAmount) > 0 && can('/orderSet:charge')
  const paid = bill !== null && billStates.is(bill.status, 'received')
  const { offers, isPending } = useOffers(forWhom.patientId, saved.id, draft.lines, editable)
  // A bill as it was saved says what cards and coupons gave then; what is typed, or to be saved again, what they give now.
  const asSaved = bill !== null && (!editable || (!dirty && !desk.mustSave)) ? bill : null
  const sums = asSaved ? savedSums(asSaved) : sumsOf(draft, offers)
  const overLimit =
    isOverLimit(draft, saved.draft, limit, offers) || (!changePrice && mayEdit && hasOwnPrice(draft, saved.draft))
  const owing = bill ? bill.otherArrears : (rights?.otherArrears ?? null)
  const old = owing ? yuanToFen(owing.amount) : ZERO
  const receivable = editable ? (sums?.receivable ?? ZERO) : yuanToFen(bill?.receivableAmount ?? '0.00')
  const otherOwing = toRepay ? (open?.owing ?? []).filter((each) => each.id !== bill.id) : []
  const alsoRepaid = otherOwing.filter((each) => desk.alsoRepaid.includes(each.id))
  const due: Fen = toRepay
    ? sum([bill.arrearsAmount, ...alsoRepaid.map((each) => each.arrearsAmount)].map(yuanToFen))
    : add(receivable, othersDue, desk.collect ? old : ZERO)
  const linesToPay: readonly CardLine[] = asSaved
    ? asSaved.items.map(payable)
    : draft.lines.map(({ categoryName, tariffId }, n) => ({
        categoryName,
        amount: sums?.lines[n]?.amount ?? ZERO,
        canBonus: takesBonus(offers, tariffId),
      }))
  const allLines = [...linesToPay, ...[...others, ...alsoRepaid].flatMap(({ lines }) => lines.map(payable))]
  const cardMethod = useCardMethod()
  const pointsMethod = usePointsMethod()
  const payCards = usePayCards(forWhom.patientId, toCharge || toRepay)
  const prepayMethod = usePrepayMethod()
  const payPrepays = usePayPrepays(forWhom.patientId, toCharge || toRepay)
  const unitMethods = useUnitMethods()
  const payUnits = usePayUnits((toCharge || toRepay) && unitMethods.length > 0)
  const refusals = payments.map(
    (_, n) => desk.failure?.fields.find(({ field }) => field.startsWith(`payments.${n}.`))?.message ?? '',
  )
  const allocation = allocate(payments, due, allLines)
  const blocked = toRepay
    ? null
    : held
      ? `${held.name}正在修改`
      : draft.lines.length === 0
        ? '请先加项目'
        : sums === null
          ? tooMuchOff(draft, offers)
          : overLimit
            ? '优惠超过你的权限，需店长同意'
            : sums.couponProblem !== ''
              ? sums.couponProblem
              : isPending && dirty
                ? '正在核对会员优惠'
                : null

  const issues = can('/invoices:issue')
  const papers = (id: string | null) => {
    if (id === null) return
    if (printing && can('/orderSet:print')) printReceipt(id)
    if (invoicing && issues) onInvoice(id)
  }
  const pay = async () => {
    const id = toRepay
      ? await desk.repay(
          allocation,
          alsoRepaid.map((each) => each.id),
        )
      : await desk.charge(allocation, others, null)
    if (id === null) return
    papers(id)
    onOpened(id)
  }
  const owe = async (reason: string) => {
    const id = await desk.charge(allocation, [], { reason })
    if (id === null) return
    setAsking(null)
    papers(id)
    onOpened(id)
  }
  const keep = async (submit: boolean) => {
    const kept = await desk.run(() => desk.save(submit))
    if (!kept) return
    toast.success(submit ? '已送前台' : '已保存')
    onOpened(kept.id)
  }
  const send = () =>
    desk.run(async () => {
      const { id, version } = await desk.save(false)
      await desk.sends.submit.mutateAsync({ id, version })
      toast.success('已送前台收费')
      onOpened(id)
    })
  const stepWith = (what: 'takeBack' | 'void' | 'revoke') => async (reason: string) => {
    const id = saved.id as string
    const done = await desk.run(async () => {
      const content = { id, version: saved.version, reason }
      if (what === 'takeBack') await desk.sends.takeBack.mutateAsync(content)
      else if (what === 'void') await desk.sends.void.mutateAsync(content)
      else await desk.sends.revoke.mutateAsync({ ...content, requestId: desk.ids.of('revoke', content) })
      return true
    })
    if (!done) return
    desk.clearResult()
    setAsking(null)
    toast.success({ takeBack: '已退回医生', void: '已作废', revoke: '收费已撤销，账单回到待收费' }[what])
    if (what !== 'revoke') onNext()
  }
  const offered = useScanned(payments.map(({ method }) => method.code))
  // Arrears may be paid in parts, so a code takes one way at a time.
  const found = toCharge || (toRepay && payments.length === 1 && alsoRepaid.length === 0) ? offered : null
  const [typedCode, setTypedCode] = useState<TypedCode | null>(null)
  const scan = async (wanted: Scan & { scanned: number }, arrears: { reason: string } | null = null) => {
    const id = toRepay ? await desk.scanRepay(allocation, wanted) : await desk.scan(allocation, others, wanted, arrears)
    if (id === null) return
    setAsking(null)
    onOpened(id)
  }
  // The money of a code comes by itself: nobody has to press anything more.
  const repayScan = useScanStanding(toRepay ? { billId: bill.id } : null).data
  const repays = toRepay && scanPayStates.is(repayScan?.status, 'running')
  const waits = billStates.is(bill?.status, 'paying') || repays
  const paidAmount = yuanToFen(bill?.paidAmount ?? '0.00')
  const waited = useRef({ waits, repays, paidAmount })
  useEffect(() => {
    const before = waited.current
    waited.current = { waits, repays, paidAmount }
    if (!before.waits || waits || !bill || payments.length === 0) return
    // The payment or the bill is heard of first.
    const repaid =
      repayScan && scanPayStates.is(repayScan.status, 'paid')
        ? yuanToFen(repayScan.amount)
        : subtract(paidAmount, before.paidAmount)
    if (before.repays ? repaid === 0 : !paid) return
    desk.finish(
      {
        paid: before.repays ? fenToYuan(repaid) : bill.paidAmount,
        change: fenToYuan(allocation.change),
        repaid: '0.00',
        together: [],
      },
      '',
    )
    papers(bill.id)
  })
  const addBy = (code: string) => {
    const method = methods.find((each) => each.code === code)
    if (method) setPayments(addMethod(payments, method, due))
  }
  const live = (toCharge || (toRepay && !desk.result && !waits)) && !asking
  const nextCard = payCards.find(
    (card) =>
      card.refusal === '' &&
      (card.kind === 1 || card.kind === 3) &&
      !payments.some((payment) => payment.card?.id === card.id),
  )
  useHotkeys([
    { key: 'F2', does: '加项目', enabled: editable, run: () => setAdding(true) },
    {
      key: 'F4',
      does: '会员卡',
      enabled: live && cardMethod !== undefined && nextCard !== undefined,
      run: () => cardMethod && nextCard && setPayments(addCard(payments, cardMethod, nextCard, due, allLines)),
    },
    {
      key: 'F6',
      does: '微信',
      enabled: live && methods.some((each) => each.code === 'wechat'),
      run: () => addBy('wechat'),
    },
    { key: 'F8', does: '现金', enabled: live, run: () => addBy('cash') },
  ])

  const failure = desk.failure && (
    <>
      {desk.failure.message}
      {desk.failure.isNetwork && '。填写的内容都还在，再点一次不会重复收款'}
    </>
  )
  const foot: ReactNode = (
    <>
      {mayOwe && toCharge ? (
        <PanelLink
          onClick={() => setAsking('arrears')}
          disabled={busy || !!blocked || allocation.missing <= 0 || desk.collect || others.length > 0}
        >
          挂账（留欠费）
        </PanelLink>
      ) : (
        <span />
      )}
      {toCharge && (
        <PanelLink
          onClick={() => void keep(false)}
          disabled={busy || !dirty || overLimit || sums === null || held !== null}
        >
          {bill ? '保存修改' : '存草稿'}
        </PanelLink>
      )}
    </>
  )
  // Who sends bills to the desk but does not charge still changes what waits there.
  const keepsOnly = editable && !toCharge && billStates.is(bill?.status, 'due')
  const keepButton = (
    <Button
      variant="primary"
      size="lg"
      block={!mobile || paying}
      busy={busy}
      disabled={overLimit || sums === null || held !== null}
      onClick={() => void keep(false)}
    >
      保存修改
    </Button>
  )
  const panel =
    bill && waits ? (
      <ScanPanel of={{ billId: bill.id }} mayStop={can('/orderSet:charge')} />
    ) : toCharge || (toRepay && !desk.result) ? (
      <PaymentPanel
        title={toRepay ? '还欠款' : '应收'}
        due={due}
        note={
          toRepay
            ? alsoRepaid.length > 0
              ? `${alsoRepaid.length + 1} 张账单，先还开单早的`
              : `账单应收 ${formatYuanText(bill.receivableAmount)}，已收 ${formatYuanText(bill.paidAmount)}`
            : desk.collect || others.length > 0
              ? [
                  `本单 ${formatYuan(receivable)}`,
                  ...others.map((each) => `${each.billNo} ${formatYuanText(each.receivableAmount)}`),
                  ...(desk.collect ? [`上次欠费 ${formatYuan(old)}`] : []),
                ].join('，')
              : null
        }
        methods={methods}
        cards={
          cardMethod && {
            list: payCards,
            lines: allLines,
            onAdd: (card) => setPayments(addCard(payments, cardMethod, card, due, allLines)),
          }
        }
        prepays={
          prepayMethod && {
            list: payPrepays,
            onAdd: (prepay) => setPayments(addPrepay(payments, prepayMethod, prepay, due)),
          }
        }
        units={{ methods: unitMethods, list: payUnits }}
        refusals={refusals}
        onPoints={pointsMethod && ((card) => setPayments(addPoints(payments, pointsMethod, card, due, allLines)))}
        payments={payments}
        allocation={allocation}
        onPayments={setPayments}
        verb={toRepay ? '收欠款' : '收款'}
        partial={toRepay}
        blocked={blocked}
        busy={busy}
        failure={failure}
        onRetry={desk.failure?.isNetwork ? () => void pay() : undefined}
        onPay={() => void pay()}
        above={
          found && asking !== 'arrears'
            ? (ready) => (
                <ScanWays
                  found={found}
                  typed={typedCode}
                  onTyped={setTypedCode}
                  ready={ready}
                  busy={busy}
                  onScan={(wanted) => void scan({ ...wanted, scanned: found.scanned })}
                />
              )
            : undefined
        }
        printing={printing}
        invoicing={invoicing}
        {...(issues && !toRepay ? { onInvoicing: setInvoicing } : {})}
        onPrinting={(next) => {
          setPrinting(next)
          localStorage.setItem(ownKey(PRINT), next ? '1' : '0')
        }}
        foot={
          toRepay ? (
            <>
              <span>
                {bill.allowed.revoke && <PanelLink onClick={() => setAsking('revoke')}>撤销收费</PanelLink>}
                {bill.allowed.refund && <PanelLink onClick={onRefund}>退费</PanelLink>}
                {can('/invoices:issue') && <PanelLink onClick={() => onInvoice(bill.id)}>开票</PanelLink>}
                <PanelLink onClick={() => setAsking('movements')}>流水</PanelLink>
              </span>
              {can('/orderSet:print') && <PanelLink onClick={() => printReceipt(bill.id)}>打印小票</PanelLink>}
            </>
          ) : (
            foot
          )
        }
      />
    ) : bill && !billStates.is(bill.status, 'draft', 'returned') ? (
      <SettledPanel
        bill={bill}
        result={desk.result}
        actions={
          <>
            {keepsOnly && dirty && keepButton}
            {failure && (
              <p className="t-13 danger" role="alert">
                {failure}
              </p>
            )}
            {!dirty && <NextButton onNext={onNext} />}
            {billStates.is(bill.status, 'received') && can('/orderSet:print') && (
              <Button icon="printer" block onClick={() => printReceipt(bill.id)}>
                打印小票
              </Button>
            )}
            {billStates.is(bill.status, 'received') && can('/invoices:issue') && (
              <Button icon="file" block onClick={() => onInvoice(bill.id)}>
                {invoiceWords[bill.invoiceStatus] ?? '开票'}
              </Button>
            )}
            {toRepay && (
              <Button block onClick={desk.clearResult}>
                收欠款
              </Button>
            )}
            {bill.allowed.refund && (
              <Button icon="undo" block onClick={onRefund}>
                退费
              </Button>
            )}
            {bill.allowed.revoke && (
              <Button variant="danger" block onClick={() => setAsking('revoke')}>
                撤销收费
              </Button>
            )}
          </>
        }
      />
    ) : (
      <SendPanel
        sum={receivable}
        reason={bill && billStates.is(bill.status, 'returned') ? bill.statusReason : ''}
        blocked={blocked}
        busy={busy}
        failure={failure}
        onSend={bill ? (bill.allowed.submit ? () => void send() : null) : () => void keep(true)}
        onKeep={() => void keep(false)}
        keepable={dirty && !overLimit && sums !== null && held === null}
      />
    )

  const dialogs = (
    <>
      {asking === 'arrears' && (
        <ReasonDialog
          title={`挂账 ${formatYuan(allocation.missing)}`}
          label="挂账原因"
          optional
          dictionary="arrears-reason"
          submitText={`收款 ${formatYuan(allocation.assigned)}，挂账 ${formatYuan(allocation.missing)}`}
          busy={busy}
          failure={desk.failure?.message}
          onClose={() => setAsking(null)}
          onSubmit={(reason) => void owe(reason)}
          below={
            found
              ? (reason) => (
                  <ScanWays
                    found={found}
                    typed={typedCode}
                    onTyped={setTypedCode}
                    ready={allocation.assigned > 0}
                    busy={busy}
                    onScan={(wanted) => void scan({ ...wanted, scanned: found.scanned }, { reason })}
                  />
                )
              : undefined
          }
        >
          <p className={s.explain}>
            应收 {formatYuan(due)}，本次收 {formatYuan(allocation.assigned)}，剩下的记为欠费。
          </p>
        </ReasonDialog>
      )}
      {asking === 'movements' && bill && (
        <Dialog open title={`账单 ${bill.billNo} 的收款`} onClose={() => setAsking(null)}>
          <BillMovements bill={bill} />
        </Dialog>
      )}
      {asking === 'takeBack' && (
        <ReasonDialog
          title="退回医生"
          label="退回原因"
          dictionary="return_bill_reason"
          submitText="退回"
          busy={busy}
          failure={desk.failure?.message}
          onClose={() => setAsking(null)}
          onSubmit={(reason) => void stepWith('takeBack')(reason)}
        />
      )}
      {asking === 'void' && (
        <ReasonDialog
          title={`作废账单 ${bill?.billNo ?? ''}`}
          label="作废原因"
          danger
          dictionary="void_bill_reason"
          submitText="作废"
          busy={busy}
          failure={desk.failure?.message}
          onClose={() => setAsking(null)}
          onSubmit={(reason) => void stepWith('void')(reason)}
        />
      )}
      {takingFee && fee && (
        <FeeDialog
          registrationId={fee.registrationId}
          fee={fee.amount}
          who={bill?.patientName ?? `${fee.doctorName}　${fee.queueNo} 号`}
          onClose={() => setTakingFee(false)}
        />
      )}
      {asking === 'revoke' && bill && (
        <ReasonDialog
          title={`撤销收费 ${formatYuanText(bill.paidAmount)}`}
          label="撤销原因"
          danger
          dictionary="revoke_reason"
          submitText="撤销收费"
          busy={busy}
          failure={desk.failure?.message}
          onClose={() => setAsking(null)}
          onSubmit={(reason) => void stepWith('revoke')(reason)}
        >
          <p className={s.explain}>每一笔收款都会记一笔相反的流水，账单回到待收费。现金须退给患者。</p>
        </ReasonDialog>
      )}
      {desk.conflict && (
        <ConflictDialog
          mine={draft}
          theirs={draftOf(desk.conflict.theirs)}
          offers={offers}
          changedBy={desk.conflict.changedBy}
          onClose={desk.dropConflict}
          onKeep={desk.resolve}
        />
      )}
    </>
  )

  return (
    <>
      <section className={cx(s.bill, mobile && paying && s.hidden)} aria-label="账单">
        <ScrollRegion label="账单明细" className={s.billBody}>
          <header className={s.billHead}>
            <h2 className="t-16">账单明细</h2>
            <span className="t-13 tertiary num">{bill ? bill.billNo : '新开单'}</span>
            {bill && (
              <span className="t-13 secondary">
                {bill.openerName}开单 {bill.openTime.slice(11, 16)}
              </span>
            )}
            {bill && !editable && <span className="t-13 secondary">{peopleWords(bill)}</span>}
            {retail && <Tag tone="muted">零售</Tag>}
            {bill?.belongDate && <Tag tone="wait">补录 {bill.belongDate}</Tag>}
            {bill && !billStates.is(bill.status, 'due') && <StatusTag kind="bill" value={bill.status} />}
            <div className={s.billActions}>
              {editable && (
                <Button icon="plus" onClick={() => setAdding(true)}>
                  加项目
                </Button>
              )}
              {bill?.allowed.takeBack && (
                <Button disabled={held !== null} onClick={() => setAsking('takeBack')}>
                  退回医生
                </Button>
              )}
              {bill?.allowed.void && (
                <Button variant="danger" disabled={held !== null} onClick={() => setAsking('void')}>
                  作废
                </Button>
              )}
            </div>
          </header>
          {held && (
            <Notice tone="wait" icon="lock">
              {held.name}正在修改这张账单，可以查看。对方保存或离开后，就能修改和收费
              {dirty && '；你填写的内容都还在'}。
            </Notice>
          )}
          {bill && dirty && bill.version > saved.version && (
            <Notice tone="wait" icon="users">
              同事刚刚保存了这张账单。你的修改还在，收款时会请你选择留下哪一份。
            </Notice>
          )}
          {bill && billStates.is(bill.status, 'due') && bill.statusReason && (
            <Notice tone="muted" icon="history">
              {bill.payments.length > 0 ? '上次收费已撤销' : '说明'}：{bill.statusReason}
            </Notice>
          )}
          {fee && (
            <Notice
              tone="wait"
              icon="receipt"
              action={
                <Button size="xs" variant="tint" onClick={() => setTakingFee(true)}>
                  收挂号费
                </Button>
              }
            >
              {`${fee.date.slice(5)} ${fee.doctorName} 的挂号费 ${formatYuanText(fee.amount)} 未收`}
            </Notice>
          )}
          {unpaid.length > 0 && (bill === null || billStates.is(bill.status, 'due')) && (
            <Notice
              tone="wait"
              icon="receipt"
              action={
                <span className={s.noticeActions}>
                  {toCharge && unpaid.some((each) => each.chargeable) && (
                    <Checkbox checked={desk.isTogether} onChange={(event) => desk.setTogether(event.target.checked)}>
                      一起收
                    </Checkbox>
                  )}
                  <Link to={chargeDeskLink((unpaid[0] as { id: string }).id)} className={s.noticeLink}>
                    打开
                  </Link>
                </span>
              }
            >
              该患者还有 {unpaid.length} 张待收费的账单：
              {unpaid.map((each) => `${each.billNo} ${formatYuanText(each.receivableAmount)}`).join('，')}
            </Notice>
          )}
          {otherOwing.length > 0 && !desk.result && !repays && (
            <Notice tone="wait" icon="receipt">
              <fieldset className={s.alsoRepaid}>
                <legend>该患者还有 {otherOwing.length} 张账单欠费，可以一起还：</legend>
                {otherOwing.map((each) => (
                  <Checkbox
                    key={each.id}
                    checked={desk.alsoRepaid.includes(each.id)}
                    onChange={(event) =>
                      desk.setAlsoRepaid(
                        event.target.checked
                          ? [...desk.alsoRepaid, each.id]
                          : desk.alsoRepaid.filter((id) => id !== each.id),
                      )
                    }
                  >
                    <span className="num">
                      {each.openTime.slice(0, 10)}　{each.billNo}　欠 {formatYuanText(each.arrearsAmount)}
                    </span>
                  </Checkbox>
                ))}
              </fieldset>
            </Notice>
          )}
          {mayEdit && (
            <Approvals
              bill={bill}
              draft={draft}
              isBeyond={overLimit && sums !== null && held === null}
              onKeep={desk.keepForAsking}
              run={desk.run}
              busy={busy}
              failure={desk.failure?.message}
              onAsked={onOpened}
            />
          )}
          {bill === null && can('/orderSet:lateEntry') && (
            <LateDay day={desk.belongDate} onChange={desk.setBelongDate} problem={lateProblem} />
          )}
          {editable && (
            <BillPeople
              bill={bill}
              draft={draft}
              proposed={bill === null && !retail ? proposed : {}}
              isRetail={retail}
              problemOf={(of) => desk.failure?.fields.find(({ field }) => field === of)?.message}
              onChange={desk.change}
            />
          )}
          {bill?.belongDate && lateProblem && (
            <div className={s.late} role="alert">
              <span className="t-12 danger">{lateProblem}</span>
              {editable && (
                <Button size="xs" variant="tint" disabled={busy} onClick={() => void desk.countToday()}>
                  记入今天
                </Button>
              )}
            </div>
          )}
          <BillLines
            draft={draft}
            sums={sums}
            editable={editable}
            retail={retail}
            changePrice={changePrice}
            onChange={(lines) => desk.change({ lines })}
            adding={editable && adding}
            onAdding={setAdding}
            planned={planned}
            returned={paid ? bill.items.map((item) => item.returnedAmount) : undefined}
          />
          <BillTerms
            draft={draft}
            sums={sums}
            offers={offers}
            billId={bill && billStates.is(bill.status, 'due') ? bill.id : null}
            couponNames={bill?.coupons ?? []}
            editable={editable}
            limit={limit}
            overLimit={overLimit}
            onChange={desk.change}
            arrears={billStates.is(bill?.status, 'void') ? null : owing}
            collect={desk.collect}
            onCollect={toCharge ? desk.setCollect : undefined}
          />
        </ScrollRegion>
        {mobile ? (
          <div className={s.stepBar}>
            <span className="t-13 secondary">{toRepay ? '欠费' : paid ? '已收' : '应收'}</span>
            <b className="t-18 num">{paid && !toRepay ? formatYuanText(bill.paidAmount) : formatYuan(due)}</b>
            {keepsOnly && dirty ? (
              keepButton
            ) : (
              <Button variant={toCharge || toRepay ? 'primary' : 'default'} size="lg" onClick={() => onPaying(true)}>
                {toCharge || toRepay
                  ? '去收款'
                  : bill && !billStates.is(bill.status, 'draft', 'returned')
                    ? '收款情况'
                    : '送前台'}
              </Button>
            )}
          </div>
        ) : (
          live && (
            <footer className={s.keys}>
              <KeyHints
                keys={[
                  ...(editable ? [{ keys: 'F2', does: '加项目' }] : []),
                  ...(nextCard ? [{ keys: 'F4', does: '会员卡' }] : []),
                  { keys: 'F6', does: '微信' },
                  { keys: 'F8', does: '现金' },
                  ...(found
                    ? [
                        { keys: 'F7', does: '扫码' },
                        { keys: 'F9', does: '付款码' },
                      ]
                    : []),
                  { keys: 'Enter', does: printing ? '收款并打印' : '收款' },
                ]}
              />
            </footer>
          )
        )}
      </section>
      <div className={cx(s.side, mobile && !paying && s.hidden)}>{panel}</div>
      {dialogs}
    </>
  )
}

interface SendPanelProps {
  sum: Fen
  reason: string
  blocked: string | null
  busy: boolean
  failure: ReactNode
  onSend: (() => void) | null
  onKeep: () => void
  keepable: boolean
}

/** A bill that the desk has not got yet. */
function SendPanel({ sum, reason, blocked, busy, failure, onSend, onKeep, keepable }: SendPanelProps) {
  return (
    <section className={s.pay} aria-label="送前台">
      <div className={s.payBody}>
        <div className="t-13 secondary">应收</div>
        <div className={s.due}>
          <span className={s.yen}>¥</span>
          <span className="t-40 num">{formatYuan(sum)}</span>
        </div>
        {reason && <Notice tone="wait">退回原因：{reason}</Notice>}
        <p className="t-13 secondary">还没有送前台，送出后才能收费。</p>
      </div>
      <div className={s.payFoot}>
        {failure != null && failure !== false && (
          <p className="t-13 danger" role="alert">
            {failure}
          </p>
        )}
        {onSend && (
          <Button
            variant="primary"
            block
            className={s.payButton}
            disabled={blocked !== null}
            busy={busy}
            onClick={onSend}
          >
            送前台收费
          </Button>
        )}
        <div className={s.payLinks}>
          <span />
          <PanelLink onClick={onKeep} disabled={busy || !keepable}>
            存草稿
          </PanelLink>
        </div>
      </div>
    </section>
  )
}

function NextButton({ onNext }: { onNext: () => void }) {
  return (
    <Button variant="primary" size="lg" block onClick={onNext}>
      下一单
    </Button>
  )
}
