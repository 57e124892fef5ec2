import { shortDayText } from '@dentin/kit/date-text'
import { fen, fenToYuan, formatYuan, formatYuanText, sum, ZERO, type Fen } from '@dentin/kit/money'
import { COUPON_KINDS, type CouponKind } from '@dentin/kit/bill-amounts'
import { useEffect, useRef, type ReactNode } from 'react'
import { billing } from '@dentin/contract/billing'
import { memberCard } from '@dentin/contract/card'
import { useDict } from '../../lib/dict.ts'
import { useSend } from '../../lib/query.ts'
import { useRequestIds } from '../../lib/request-ids.ts'
import { Select } from '../../ui/heavy.ts'
import {
  Checkbox,
  confirm,
  Icon,
  IconButton,
  Menu,
  Money,
  MoneyInput,
  Segmented,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import {
  cardWords,
  limitWords,
  offeredPercents,
  percentsToAskFor,
  percentWords,
  tooMuchOff,
  type Draft,
  type Sums,
} from './draft.ts'
import type { BillDetail } from './hooks.ts'
import type { Offers } from './offers.ts'
import s from './billing.module.css'
import { present } from '../../lib/present.ts'

export interface BillTermsProps {
  draft: Draft
  sums: Sums | null
  /** What the patient's cards and coupons give on the items. */
  offers: Offers
  /** The bill that waits to be charged; null: it is new, or not sent to the desk. */
  billId: string | null
  /** The coupons of the bill as it was saved. */
  couponNames: readonly { id: string; name: string }[]
  editable: boolean
  limit: number
  overLimit: boolean
  onChange: (patch: Partial<Draft>) => void
  arrears: BillDetail['otherArrears']
  collect: boolean
  /** Absent when old arrears can't be taken with this bill. */
  onCollect?: (collect: boolean) => void
}

/** What is taken off the whole bill, old debt, remark; beside it the ladder of sums. */
export function BillTerms(props: BillTermsProps) {
  const { draft, sums, editable, onChange, arrears, collect, onCollect } = props
  return (
    <div className={s.below}>
      <div className={s.terms}>
        {editable ? (
          <>
            <Member {...props} />
            <Coupons {...props} />
            <Rights {...props} />
            <Discounts {...props} />
          </>
        ) : (
          <Given draft={draft} sums={sums} />
        )}
        {arrears && Number(arrears.amount) > 0 && (
          <Term label="上次欠费">
            {onCollect ? (
              <Checkbox checked={collect} onChange={(event) => onCollect(event.target.checked)}>
                一并收回 <Money yuan={arrears.amount} as="debt" />
              </Checkbox>
            ) : (
              <Money yuan={arrears.amount} as="debt" />
            )}
            <span className="t-12 tertiary">{arrearsAge(arrears)}</span>
          </Term>
        )}
        {editable ? (
          <Term label="备注">
            <TextField
              aria-label="备注"
              placeholder="只在内部显示"
              boxClassName={s.remark}
              maxLength={200}
              value={draft.remark}
              onChange={(event) => onChange({ remark: event.target.value })}
            />
          </Term>
        ) : (
          draft.remark && <Term label="备注">{draft.remark}</Term>
        )}
      </div>
      <Ladder {...props} />
    </div>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={s.term}>
      <span className={s.termLabel}>{label}</span>
      <div className={s.termBody}>{children}</div>
    </div>
  )
}

/** What was taken off a bill that can't be changed any more. */
function Given({ draft, sums }: { draft: Draft; sums: Sums | null }) {
  if (!sums || sums.discount === 0) return null
  const words = [
    sums.card && `会员优惠 ${cardWords(sums.card)}`,
    draft.discountPercent < 100 && `整单 ${percentWords(draft.discountPercent)}`,
    draft.reduction && `立减 ${formatYuanText(draft.reduction)}`,
    sums.rounding > 0 && `抹零 ${formatYuan(sums.rounding)}`,
    draft.lines.some((line) => line.discountPercent < 100) && '单项折扣',
    draft.discountReason,
  ].filter(Boolean)
  // A package says on its lines what it is.
  return words.length > 0 ? <Term label="优惠">{words.join('　')}</Term> : null
}

/** Which card gives member prices: the best by itself, another, or none. */
function Member({ draft, sums, offers, onChange }: BillTermsProps) {
  if (offers.cards.length === 0) return null
  const value = draft.cardChoice === 1 ? (draft.discountCardId ?? 'auto') : draft.cardChoice === 2 ? 'none' : 'auto'
  const refused = offers.cards.find(({ id, refusal }) => id === draft.discountCardId && refusal !== '')
  const owner = (card: Offers['cards'][number]) => (card.mainName ? `（${card.mainName}的卡）` : '')
  return (
    <Term label="会员优惠">
      <Select
        label="会员优惠"
        width={220}
        value={value}
        onChange={(next) =>
          onChange(
            next === 'auto' || next === null
              ? { cardChoice: 0, discountCardId: null }
              : next === 'none'
                ? { cardChoice: 2, discountCardId: null }
                : { cardChoice: 1, discountCardId: String(next) },
          )
        }
        options={[
          {
            value: 'auto',
            label: draft.cardChoice === 0 && sums?.card ? `最优惠：${cardWords(sums.card)}` : '最优惠的卡',
          },
          ...offers.cards.map((card) => ({
            value: card.id,
            label: `${cardWords(card)}${owner(card)}`,
            hint: card.refusal,
            disabled: card.refusal !== '',
          })),
          { value: 'none', label: '不用会员优惠' },
        ]}
      />
      {refused && (
        <span className="t-12 danger" role="alert">
          {cardWords(refused)}：{refused.refusal}
        </span>
      )}
    </Term>
  )
}

/** The coupons on the bill, and those that may still be taken. */
function Coupons({ draft, sums, offers, couponNames, onChange }: BillTermsProps) {
  const chosen = draft.couponIds.map((id, n) => ({
    id,
    name:
      (offers.coupons.find((each) => each.id === id) ?? couponNames.find((each) => each.id === id))?.name ?? '优惠券',
    amount: sums?.coupons[n]?.amount ?? ZERO,
  }))
  const others = offers.coupons.filter(({ id }) => !draft.couponIds.includes(id))
  const usable = others.filter(({ refusal, covers }) => refusal === '' && covers.some(Boolean))
  if (chosen.length === 0 && others.length === 0) return null
  return (
    <Term label="优惠券">
      {chosen.map(({ id, name, amount }) => (
        <span key={id} className={s.coupon}>
          <Icon name="ticket" size={14} />
          {name} <Money yuan={fenToYuan(amount)} as="deduction" />
          <IconButton
            icon="x"
            size="xs"
            label={`去掉${name}`}
            onClick={() => onChange({ couponIds: draft.couponIds.filter((each) => each !== id) })}
          />
        </span>
      ))}
      {others.length > 0 && (
        <Menu
          items={others.map((each) => ({
            key: each.id,
            label: `${each.name}　${COUPON_KINDS[each.rules.kind as CouponKind]}`,
            extra:
              each.refusal ||
              (Number(each.rules.threshold) > 0 ? `满 ${each.rules.threshold}` : `至 ${each.validUntil}`),
            disabled: each.refusal !== '' || !each.covers.some(Boolean),
            onSelect: () => onChange({ couponIds: [...draft.couponIds, each.id] }),
          }))}
        >
          <TextButton>{chosen.length > 0 ? `还有 ${usable.length} 张可用` : `${usable.length} 张可用`}</TextButton>
        </Menu>
      )}
      {sums && sums.couponProblem !== '' && (
        <span className="t-12 danger" role="alert">
          {sums.couponProblem}
        </span>
      )}
    </Term>
  )
}

/** Rights of the patient's cards: one is used for this bill, and comes back with it. */
function Rights({ offers, billId }: BillTermsProps) {
  const use = useSend(memberCard.spendRight, {
    refresh: [billing.benefits, memberCard.memberRights, memberCard.rightUses],
  })
  const ids = useRequestIds()
  const spend = async ({ cardId, cardName, name }: Offers['rights'][number]) => {
    const sure = await confirm({ title: `使用一次「${name}」？`, body: `记在${cardName}和这张账单上`, okText: '使用' })
    if (!sure || billId === null) return
    const content = { id: cardId, name, billId }
    // The same click after an answer that was lost is the same use.
    use.mutate(
      { ...content, requestId: ids.of(`right ${cardId} ${name}`, content) },
      {
        onSuccess: (done) => {
          ids.done(`right ${cardId} ${name}`)
          toast.success(`已用${name}，本期还剩 ${done.left} 次`)
        },
      },
    )
  }
  if (billId === null || offers.rights.length === 0) return null
  const used = offers.rights.filter(({ onBill }) => onBill > 0)
  return (
    <Term label="权益">
      {used.map((each) => (
        <span key={`${each.cardId} ${each.name}`} className="t-13">
          本单已用 {each.name} {each.onBill} 次
        </span>
      ))}
      <Menu
        items={offers.rights.map((each) => ({
          key: `${each.cardId} ${each.name}`,
          label: `${each.name}　${each.cardName}`,
          extra: `剩 ${each.left} 次`,
          disabled: each.left === 0,
          onSelect: () => void spend(each),
        }))}
      >
        <TextButton disabled={use.isPending}>使用权益</TextButton>
      </Menu>
    </Term>
  )
}

function Discounts({ draft, sums, offers, limit, overLimit, onChange }: BillTermsProps) {
  const { words, first } = useDict('discount-reason')
  const wrong = overLimit || sums === null
  // What cards, coupons and the rule of rounding take off needs no reason of a person.
  const byHand = draft.roundingRule === 3 ? (sums?.rounding ?? ZERO) : ZERO
  const discounted =
    sums !== null && sums.steps.linePercent + sums.steps.orderPercent + sums.steps.reduction + byHand > 0
  // The usual reason stands there when a discount is given; a bill that came with one keeps what it says.
  const had = useRef(discounted)
  useEffect(() => {
    if (discounted === had.current) return
    had.current = discounted
    if (discounted && first && !draft.discountReason) onChange({ discountReason: first })
  }, [discounted, first, draft.discountReason, onChange])
  return (
    <>
      <Term label="整单优惠">
        <Select
          label="整单折扣"
          width={104}
          value={draft.discountPercent}
          onChange={(percent) => onChange({ discountPercent: percent ?? 100 })}
          options={[
            ...offeredPercents(limit, draft.discountPercent).map((percent) => ({
              value: percent,
              label: percentWords(percent),
              search: String(percent),
            })),
            ...percentsToAskFor(limit, draft.discountPercent).map((percent) => ({
              value: percent,
              label: `${percentWords(percent)}（需审批）`,
              search: String(percent),
            })),
          ]}
        />
        <span className="t-13 secondary">立减</span>
        <MoneyInput
          aria-label="立减"
          boxClassName={s.reduction}
          placeholder="0.00"
          value={draft.reduction}
          onChange={(reduction) => onChange({ reduction })}
          invalid={sums === null}
        />
        <span className={wrong ? 't-12 danger' : 't-12 tertiary'} role={wrong ? 'alert' : undefined}>
          {(sums === null && tooMuchOff(draft, offers)) || limitWords(limit)}
        </span>
      </Term>
      <Term label="抹零">
        <Segmented
          label="抹零"
          value={draft.roundingRule}
          onChange={(roundingRule) => onChange({ roundingRule })}
          options={[
            { value: 0, label: '不抹' },
            { value: 1, label: '到角' },
            { value: 2, label: '到元' },
            { value: 3, label: '手动' },
          ]}
        />
        {draft.roundingRule === 3 && (
          <MoneyInput
            aria-label="手动抹零"
            boxClassName={s.reduction}
            placeholder="0.00"
            value={draft.manualRounding}
            onChange={(manualRounding) => onChange({ manualRounding })}
          />
        )}
      </Term>
      {discounted && (
        <Term label="优惠原因">
          <Select
            label="优惠原因"
            width={220}
            clearable
            value={draft.discountReason || null}
            onChange={(reason) => onChange({ discountReason: reason ?? '' })}
            options={[...new Set([...words, draft.discountReason].filter(Boolean))].map((reason) => ({
              value: reason,
              label: reason,
            }))}
          />
        </Term>
      )}
    </>
  )
}

/** '10月9日，42 天', with the number of bills when there are several. */
function arrearsAge(arrears: NonNullable<BillDetail['otherArrears']>): string {
  if (!arrears.oldest) return ''
  const days = Math.max(
    0,
    Math.floor((present().getTime() - new Date(`${arrears.oldest.replace(' ', 'T')}+08:00`).getTime()) / 86_400_000),
  )
  const day = `${shortDayText(arrears.oldest)}，${days} 天`
  return arrears.count > 1 ? `${arrears.count} 单，最早 ${day}` : day
}

/** Each step of the ladder with its yuan; what the desk has given it may take off again. */
function Ladder({ draft, sums, offers, couponNames, editable, onChange }: BillTermsProps) {
  const step = (label: string, amount: Fen, drop?: Partial<Draft>, key = label) =>
    amount > 0 && (
      <div className={s.step} key={key}>
        <dt>
          {label}
          {editable && drop && <IconButton icon="x" size="xs" label={`去掉${label}`} onClick={() => onChange(drop)} />}
        </dt>
        <dd>
          <Money yuan={fenToYuan(amount)} as="deduction" />
        </dd>
      </div>
    )
  const noCard: Partial<Draft> = { cardChoice: 2, discountCardId: null }
  const named = (id: string) =>
    (offers.coupons.find((each) => each.id === id) ?? couponNames.find((each) => each.id === id))?.name ?? '优惠券'
  const ownPercents = {
    lines: draft.lines.map((line) => (line.planLineId === null ? { ...line, discountPercent: 100 } : line)),
  }
  return (
    <dl className={s.ladder} aria-label="应收怎么来的">
      <div className={s.step}>
        <dt>原价合计</dt>
        <dd>
          <Money yuan={fenToYuan(sums?.original ?? ZERO)} as="plain" />
        </dd>
      </div>
      {sums && (
        <>
          {step('套餐优惠', sums.steps.package)}
          {step('会员价', sums.steps.memberPrice, noCard)}
          {step('会员折扣', sums.steps.memberDiscount, noCard)}
          {draft.couponIds.map((id, n) =>
            step(
              named(id),
              sums.coupons[n]?.amount ?? ZERO,
              { couponIds: draft.couponIds.filter((each) => each !== id) },
              id,
            ),
          )}
          {/* A coupon came back with the lines that it paid; what it took off them stays. */}
          {step(
            '优惠券（已退回）',
            fen(Math.max(0, sums.steps.coupon - sum(draft.couponIds.map((_, n) => sums.coupons[n]?.amount ?? ZERO)))),
          )}
          {step('单项折扣', sums.steps.linePercent, ownPercents)}
          {step('整单折扣', sums.steps.orderPercent, { discountPercent: 100 })}
          {step('立减', sums.steps.reduction, { reduction: '' })}
          {step('抹零', sums.steps.rounding, { roundingRule: 0, manualRounding: '' })}
        </>
      )}
      <div className={s.total}>
        <dt>应收</dt>
        <dd>{sums ? <Money yuan={fenToYuan(sums.receivable)} /> : '—'}</dd>
      </div>
    </dl>
  )
}
