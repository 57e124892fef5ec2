import { memberCard } from '@dentin/contract/card'
import { clinic } from '@dentin/contract/clinic'
import { cardTypeCalls } from '@dentin/contract/lists/card-types'
import { scanPay } from '@dentin/contract/scan-pay'
import { giftOf, RECHARGE_GIFTS, stepsReached, type RechargeGift } from '@dentin/kit/card'
import { fen, fenToYuan, formatYuan, formatYuanText, yuanToFen, ZERO, type Fen } from '@dentin/kit/money'
import { useState } from 'react'
import { fenOf } from '../../domain/pay-ways.ts'
import { PayWays, useCashWays, useDraftWays } from '../../domain/PayWays.tsx'
import { ScanPanel } from '../../domain/scan-panel.tsx'
import { codeRefusal, scanReads, useDialogScan, useScanned, type Scan } from '../../domain/scan-pay.ts'
import { ScanWays, type TypedCode } from '../../domain/scan-ways.tsx'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Drawer, FormDialog, Picked, Select, type PickedField } from '../../ui/heavy.ts'
import { Button, cx, ErrorLine, Field, MoneyInput, TextField, toast } from '../../ui/index.ts'
import { useCardSend, type Card, type CardType } from './hooks.ts'
import { printReceipt } from './links.ts'
import { spaced } from './words.ts'
import s from './card.module.css'

/** Who sold it, of the clinic's staff; nobody is said first. */
function SellerSelect(field: PickedField<string>) {
  const staff = useCall(clinic.employees, {}, { staleTime: 5 * 60_000 }).data ?? []
  return (
    <Select
      clearable
      placeholder="不填"
      options={staff.map(({ id, name, jobNumber }) => ({ value: id, label: name, hint: jobNumber }))}
      {...field}
    />
  )
}

/** What was done, and the way to its receipt when something was paid. */
function useDone() {
  const mayPrint = useCan()('/orderSet:print')
  return (text: string, movementId: string | null) =>
    toast.success(
      text,
      movementId && mayPrint ? { action: { label: '打印收据', onClick: () => printReceipt(movementId) } } : {},
    )
}

const stepsOf = (steps: CardType['steps']) =>
  steps
    .map(({ amount, bonus, points, gift }) => ({
      amount: yuanToFen(amount),
      bonus: yuanToFen(bonus),
      points,
      gift: gift ?? '',
    }))
    .sort((a, b) => a.amount - b.amount)

const ruleOf = (rule: number | undefined): RechargeGift => (rule === 2 ? 2 : 1)

/** The steps of a type to click. */
function Steps({
  steps,
  rule,
  amount,
  onPick,
}: {
  steps: CardType['steps']
  rule: RechargeGift
  amount: Fen
  onPick: (yuan: string) => void
}) {
  const sorted = stepsOf(steps)
  const reached = stepsReached(amount, sorted, rule)
  const next = rule === 1 ? sorted.find((step) => step.amount > amount) : undefined
  if (sorted.length === 0) return null
  const words = rule === 1 ? `${RECHARGE_GIFTS[1]}，不累加` : RECHARGE_GIFTS[2]
  return (
    <Field label="赠送阶梯" labelRight={<span className="t-12 tertiary">{words}</span>} group>
      <div className={s.steps}>
        {sorted.map((step) => {
          const times = reached.find((each) => each.step === step)?.times ?? 0
          return (
            <button
              key={step.amount}
              type="button"
              className={cx(s.step, times > 0 && s.stepChosen)}
              aria-pressed={times > 0}
              onClick={() => onPick(fenToYuan(step.amount))}
            >
              <span className="t-16 bold num">
                {rule === 2 && '每 '}
                {formatYuan(step.amount).replace(/\.00$/, '')}
                {times > 1 && ` ×${times}`}
              </span>
              <span className="t-12">
                赠 {formatYuan(step.bonus).replace(/\.00$/, '')}
                {step.points > 0 && ` + ${step.points} 分`}
                {step.gift !== '' && ` + ${step.gift}`}
              </span>
            </button>
          )
        })}
      </div>
      {next && amount > 0 && (
        <p className="t-12 tertiary">
          再充 {formatYuan(fen(next.amount - amount))} 到下一档，多得{' '}
          {formatYuan(fen(next.bonus - (reached[0]?.step.bonus ?? 0)))} 赠金
        </p>
      )}
    </Field>
  )
}

interface Line {
  label: string
  now: Fen
  change: Fen
}
/** What a card holds, what comes or goes, and what it holds then. */
export function BeforeAfter({ title, lines, goes = '充入' }: { title: string; lines: Line[]; goes?: string }) {
  const words = (change: Fen) =>
    change > 0 ? `+${formatYuan(change)}` : change < 0 ? `−${formatYuan(fen(-change))}` : '0.00'
  return (
    <table className={s.after}>
      <caption className="t-14 bold">{title}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">项</span>
          </th>
          <th scope="col">现在</th>
          <th scope="col">{goes}</th>
          <th scope="col">之后</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, now, change }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatYuan(now)}</td>
            <td className={cx(change > 0 && s.gain)}>{words(change)}</td>
            <td className="bold">{formatYuan(fen(now + change))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Sells a card: its type, its price, and what is recharged with it. */
export function OpenDialog({
  patientId,
  onClose,
  onOpened,
}: {
  patientId: string
  onClose: () => void
  onOpened: (id: string) => void
}) {
  const types = useCall(cardTypeCalls.forSale, {}).data
  const methods = useCashWays()
  const send = useCardSend(memberCard.openCard)
  const form = useCallForm(memberCard.openCard, {
    defaultValues: { patientId, typeId: '', cardNo: '', amount: '0.00', ways: [], salesId: null, remark: '' },
  })
  const type = types?.find(({ id }) => id === form.watch('typeId'))
  const amount = fenOf(form.watch('amount') ?? '')
  const gift = giftOf(amount, type ? stepsOf(type.steps) : [], ruleOf(type?.stepRule))
  const due = fen(fenOf(type?.salePrice ?? '0.00') + amount)
  const paid = useDraftWays(form, due)
  const done = useDone()
  const save = form.save(send.mutateAsync, ({ id, cardNo, giftMissed, logId }) => {
    done(`已开卡 ${spaced(cardNo)}`, due > 0 ? logId : null)
    if (giftMissed) toast.info(`充值赠券没有发：${giftMissed}`)
    onOpened(id)
    onClose()
  })
  const submit = () => {
    paid.fill()
    setByCode(false)
    return save()
  }
  const start = useSend(scanPay.startSale, { refresh: scanReads })
  const code = useDialogScan({ buyerId: patientId }, ({ card: sold, message }) => {
    if (!sold) return
    done(`已开卡 ${spaced(sold.cardNo)}`, sold.movementId)
    if (message) toast.info(message)
    onOpened(sold.id)
    onClose()
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
    void form.save((values) => start.mutateAsync({ ...values, ...wanted }), code.watch, { explain: codeRefusal })()
  }
  if (code.running)
    return (
      <FormDialog
        form={{ failure: null, mayRetry: false, sending: form.sending }}
        title="开卡"
        width={480}
        onClose={onClose}
        onSubmit={submit}
        submitDisabled
        footer={null}
      >
        <ScanPanel of={{ buyerId: patientId }} mayStop inDialog />
      </FormDialog>
    )
  return (
    <FormDialog
      form={{
        failure: form.failure ?? code.ended,
        mayRetry: form.mayRetry && !byCode,
        sending: form.sending,
      }}
      title="开卡"
      width={480}
      onClose={onClose}
      onSubmit={submit}
      submitText={due > 0 ? `收款 ${formatYuan(due)}，开卡` : '开卡'}
      submitDisabled={!type || !paid.isWhole}
    >
      <Picked form={form} name="typeId" label="卡种" required>
        {(field) => (
          <Select
            loading={!types}
            placeholder={types?.length === 0 ? '还没有卡种，请先在设置里建立' : '选择卡种'}
            options={(types ?? []).map((each) => ({
              value: each.id,
              label: each.name,
              hint: Number(each.salePrice) > 0 ? `售价 ${formatYuanText(each.salePrice)}` : '免费',
            }))}
            {...field}
          />
        )}
      </Picked>
      {type?.kind === 1 && (
        <>
          <Picked form={form} name="amount" label="首次充值" help="可以先不充">
            {(field) => (
              <MoneyInput value={String(field.value ?? '')} onChange={(yuan) => field.onChange(yuan || '0.00')} />
            )}
          </Picked>
          <Steps
            steps={type.steps}
            rule={ruleOf(type.stepRule)}
            amount={amount}
            onPick={(yuan) => form.setValue('amount', yuan as never, { shouldDirty: true })}
          />
          {gift.bonus > 0 && (
            <p className="t-13">
              到账 {formatYuan(fen(amount + gift.bonus))}：本金 {formatYuan(amount)}，赠金 {formatYuan(gift.bonus)}
            </p>
          )}
        </>
      )}
      {type?.kind === 3 && (
        <p className="t-13">
          共 {type.times} 次，售价 {formatYuanText(type.salePrice)}
        </p>
      )}
      <Field label="卡号" help="实体卡的号码；不填则由系统编号" error={form.errorOf('cardNo')}>
        <TextField maxLength={20} {...form.register('cardNo')} />
      </Field>
      {due > 0 && (
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
              ready={paid.isWhole}
              busy={form.sending}
              onScan={scan}
            />
          )}
        </div>
      )}
      <Picked form={form} name="salesId" label="销售人">
        {(field) => <SellerSelect {...field} />}
      </Picked>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={100} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}

const titleOf = (card: Card) => `充值　${card.typeName} ${card.cardNo.slice(-4)}`

/** Recharges: the sum, the step it reaches, what the card holds then, and how it is paid. */
export function RechargeDrawer({ card, onClose }: { card: Card; onClose: () => void }) {
  const send = useCardSend(memberCard.recharge)
  const form = useCallForm(memberCard.recharge, {
    defaultValues: { id: card.id, version: card.version, amount: '', ways: [], salesId: null, remark: '' },
  })
  const amount = fenOf(form.watch('amount') ?? '')
  const gift = giftOf(amount, stepsOf(card.rules.steps), ruleOf(card.rules.stepRule))
  const [principal, bonus] = [fenOf(card.principalAmount ?? '0.00'), fenOf(card.bonusAmount ?? '0.00')]
  const paid = useDraftWays(form, amount)
  const done = useDone()
  const save = form.save(
    (values) => send.mutateAsync({ ...values, version: card.version }),
    ({ giftMissed, logId }) => {
      done(`已充值 ${formatYuan(amount)}`, logId)
      if (giftMissed) toast.info(`充值赠券没有发：${giftMissed}`)
      onClose()
    },
  )
  const submit = () => {
    paid.fill()
    return save()
  }
  const start = useSend(scanPay.startRecharge, { refresh: scanReads })
  const code = useDialogScan({ cardId: card.id }, (standing) => {
    done(`已充值 ${formatYuanText(standing.amount)}`, standing.card?.movementId ?? null)
    if (standing.message) toast.info(standing.message)
    onClose()
  })
  const [typedCode, setTypedCode] = useState<TypedCode | null>(null)
  const methods = useCashWays()
  const method = methods.find(({ id }) => id === paid.only)
  const found = useScanned(method ? [method.code] : [])
  const scan = (wanted: Scan) => {
    paid.fill()
    code.begin()
    void form.save(
      ({ id, remark, ways, salesId, amount: sum }) =>
        start.mutateAsync({ id, version: card.version, amount: sum, ways, salesId, remark, ...wanted }),
      code.watch,
      { explain: codeRefusal },
    )()
  }
  const failure = form.failure ?? code.ended
  if (code.running)
    return (
      <Drawer open title={titleOf(card)} width={400} onClose={onClose}>
        <ScanPanel of={{ cardId: card.id }} mayStop inDialog />
      </Drawer>
    )
  return (
    <Drawer
      open
      title={titleOf(card)}
      width={400}
      onClose={onClose}
      footer={
        <div className={s.foot}>
          {failure !== null && <ErrorLine>{failure}</ErrorLine>}
          {found && (
            <ScanWays
              found={found}
              typed={typedCode}
              onTyped={setTypedCode}
              ready={amount > 0 && paid.isWhole}
              busy={form.sending}
              onScan={scan}
            />
          )}
          <Button
            variant="primary"
            size="lg"
            block
            busy={form.sending}
            disabled={amount === 0 || !paid.isWhole}
            onClick={() => void submit()}
          >
            {amount > 0 ? `充值 ${formatYuan(amount)}，到账 ${formatYuan(fen(amount + gift.bonus))}` : '填写充值金额'}
          </Button>
        </div>
      }
    >
      <div className={s.fields}>
        <Picked form={form} name="amount" label="充值金额" required>
          {(field) => (
            <MoneyInput
              size="lg"
              autoFocus
              boxClassName={s.largeMoney}
              value={String(field.value ?? '')}
              onChange={field.onChange}
            />
          )}
        </Picked>
        <Steps
          steps={card.rules.steps}
          rule={ruleOf(card.rules.stepRule)}
          amount={amount}
          onPick={(yuan) => form.setValue('amount', yuan as never, { shouldDirty: true })}
        />
        <BeforeAfter
          title="充值后"
          lines={[
            { label: '本金', now: principal, change: amount },
            { label: '赠金', now: bonus, change: gift.bonus },
            { label: '余额', now: fen(principal + bonus), change: fen(amount + gift.bonus) },
          ]}
        />
        <PayWays
          label="收款方式"
          due={amount}
          methods={methods}
          ways={paid.ways}
          onWays={paid.onWays}
          error={form.errorOf('ways')}
          numbered
        />
        <Picked form={form} name="salesId" label="销售人">
          {(field) => <SellerSelect {...field} />}
        </Picked>
        <Field label="备注" error={form.errorOf('remark')}>
          <TextField maxLength={100} {...form.register('remark')} />
        </Field>
        <p className="t-12 tertiary">
          退卡时退本金，赠金按比例收回；赠金不退现。
          <br />
          消费前可撤销这次充值，消费后走退款；扫码收的走退款。
        </p>
      </div>
    </Drawer>
  )
}

/** Makes a card one of another type; a dearer one costs the difference. */
export function ChangeDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const types = useCall(cardTypeCalls.forSale, {}).data
  const methods = useCashWays()
  const send = useCardSend(memberCard.change)
  const form = useCallForm(memberCard.change, {
    defaultValues: { id: card.id, version: card.version, typeId: '', ways: [], reason: '' },
  })
  const type = types?.find(({ id }) => id === form.watch('typeId'))
  const diff = type ? fen(Math.max(0, fenOf(type.salePrice) - fenOf(card.saleAmount ?? '0.00'))) : ZERO
  const paid = useDraftWays(form, diff)
  const done = useDone()
  const save = form.save(send.mutateAsync, ({ logId }) => {
    done('已换卡，余额不变', diff > 0 ? logId : null)
    onClose()
  })
  const submit = () => {
    paid.fill()
    return save()
  }
  return (
    <FormDialog
      form={form}
      title="换卡、升级"
      onClose={onClose}
      onSubmit={submit}
      submitText={diff > 0 ? `收差价 ${formatYuan(diff)}，换卡` : '换卡'}
      submitDisabled={!type || !paid.isWhole}
    >
      <p className="t-13">余额与积分平移，规则换成新卡种的。</p>
      <Picked form={form} name="typeId" label="换成" required>
        {(field) => (
          <Select
            loading={!types}
            placeholder="同一类型的卡种"
            options={(types ?? [])
              .filter((each) => each.kind === card.kind && each.id !== card.typeId)
              .map((each) => ({ value: each.id, label: each.name, hint: formatYuanText(each.salePrice) }))}
            {...field}
          />
        )}
      </Picked>
      {diff > 0 && (
        <PayWays
          label="收款方式"
          due={diff}
          methods={methods}
          ways={paid.ways}
          onWays={paid.onWays}
          error={form.errorOf('ways')}
          numbered
        />
      )}
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
